import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ISSUER = 'https://id.example.org/';
export const AUDIENCE = 'events-and-gigs';

type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';

function keyPair(algorithm: Algorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A key of an identity provider, and the tokens that it signs. */
export class ProviderKey {
  readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;

  constructor(
    readonly algorithm: Algorithm,
    readonly kid: string = randomUUID(),
  ) {
    ({ privateKey: this.privateKey, publicKey: this.publicKey } = keyPair(algorithm));
  }

  /** The public half, as in a key set. */
  get jwk(): JsonWebKey {
    return { ...this.publicKey.export({ format: 'jwk' }), kid: this.kid, alg: this.algorithm, use: 'sig' };
  }

  /**
   * A token for an hour, by default for our issuer and audience. Undefined members of the header are omitted.
   */
  sign(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: ISSUER, aud: AUDIENCE, sub: 'alice', iat: now, exp: now + 3600 };
    const text = `${encode({ alg: this.algorithm, kid: this.kid, ...header })}.${encode({ ...usual, ...claims })}`;
    const digest = this.algorithm === 'EdDSA' ? null : 'sha256';
    const signature = sign(digest, Buffer.from(text), {
      key: this.privateKey,
      dsaEncoding: 'ieee-p1363',
      ...(this.algorithm === 'PS256' && { padding: 6, saltLength: 32 }), // RSA-PSS
    });
    return `${text}.${signature.toString('base64url')}`;
  }
}

/** The key server of an identity provider, over real HTTP, with responses of the test. */
export class KeyServer {
  /** The number of its requests and of their connections. */
  requests = 0;
  connections = 0;
  private server?: Server;
  private port = 0;

  private constructor(
    private keys: JsonWebKey[],
    private respond: (response: ServerResponse) => void,
  ) {}

  static async start(...keys: ProviderKey[]): Promise<KeyServer> {
    const server = new KeyServer([], () => {});
    server.serve(...keys.map(({ jwk }) => jwk));
    await server.open();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/jwks.json`;
  }

  /** The service's settings for tokens of this provider. */
  get settings(): Record<string, string> {
    return { AUTH_SECRET: '', AUTH_JWKS_URL: this.url, AUTH_ISSUER: ISSUER, AUTH_AUDIENCE: AUDIENCE };
  }

  /** Serves these keys from now on. */
  serve(...keys: JsonWebKey[]): void {
    this.keys = keys;
    this.respondWith((response) => response.end(JSON.stringify({ keys: this.keys })));
  }

  /** Responds in this way from now on. It hangs if the handler does not end the response. */
  respondWith(respond: (response: ServerResponse) => void): void {
    this.respond = respond;
  }

  async open(): Promise<void> {
    this.server = createServer((_request, response) => {
      this.requests += 1;
      this.respond(response);
    });
    this.server.on('connection', () => {
      this.connections += 1;
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Stops: connections are refused. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (!server) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }
}
