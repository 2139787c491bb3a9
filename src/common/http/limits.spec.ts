import { jest } from '@jest/globals';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Config } from '../config.js';
import { limitRequests, networkOf } from './limits.js';
import { createServer } from './server.js';

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::', '2001:db8:1:2::'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::'],
    ['2001:db8::1', '2001:db8::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    ['', ''],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('the window of a rate limit', () => {
  afterEach(() => jest.restoreAllMocks());

  it('begins with the first request, and lasts a minute', async () => {
    let time = 1_000_000;
    jest.spyOn(performance, 'now').mockImplementation(() => time);
    const server = new FastifyAdapter().getInstance();
    limitRequests(server, 2);
    server.get('/', (_request, reply) => reply.send('x'));
    server.setErrorHandler((_error, _request, reply) => reply.status(429).send());
    const ask = async () => {
      const { statusCode, headers } = await server.inject({ url: '/' });
      const { 'ratelimit-remaining': left, 'ratelimit-reset': reset, 'retry-after': retry } = headers;
      return [statusCode, Number(left), Number(reset), retry === undefined ? undefined : Number(retry)];
    };
    expect(await ask()).toEqual([200, 1, 60, undefined]);
    time += 30_000;
    expect(await ask()).toEqual([200, 0, 30, undefined]);
    time += 29_001;
    expect(await ask()).toEqual([429, 0, 1, 1]);
    time += 998;
    expect((await ask())[0]).toBe(429);
    time += 1;
    expect(await ask()).toEqual([200, 1, 60, undefined]);
    expect(await ask()).toEqual([200, 0, 60, undefined]);
    expect((await ask())[0]).toBe(429);
    await server.close();
  });
});

describe('the rate limit behind a proxy', () => {
  let server: FastifyInstance;
  /** The status of a request from the address that the proxy forwards, with or without a user. */
  const ask = async (address: string, user?: string) => {
    const headers = { 'x-forwarded-for': address, ...(user && { user }) };
    return (await server.inject({ url: '/', headers })).statusCode;
  };
  const askOften = async (count: number, address: string, user?: string) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n += 1) statuses.push(await ask(address, user));
    return statuses;
  };

  beforeEach(() => {
    server = createServer(Config.from({ TRUST_PROXY: '1' })).getInstance();
    server.addHook('onRequest', async (request) => {
      const id = request.headers.user as string | undefined;
      if (id) request.caller = { id } as typeof request.caller;
    });
    limitRequests(server, 5);
    server.get('/', (_request, reply) => reply.send('x'));
    server.setErrorHandler((_error, _request, reply) => reply.status(429).send());
  });
  afterEach(() => server.close());

  it.each([
    'fe80::1%a-b',
    'fe80::1%',
    'fe80::1%25eth0',
    '::ffff:1.2.3.4%x',
    '1:2:3:4:5:6:1.2.3.4',
    '::%/..',
    '"[::1]:80"',
    '[::1]',
    'unknown',
    '1.2.3.4:80',
    ',',
  ])('treats %s as any other address', async (address) => {
    expect(await askOften(10, address)).toEqual([...Array(5).fill(200), ...Array(5).fill(429)]);
  });

  it('keeps its counters in a flood of new addresses', async () => {
    expect(await askOften(6, '198.51.100.1', 'frank')).toEqual([...Array(5).fill(200), 429]);
    expect(await askOften(6, '192.0.2.1')).toEqual([...Array(5).fill(200), 429]);
    const strangers = new Set<number>();
    for (let n = 0; n < 2_000; n += 1) strangers.add(await ask(`10.1.${Math.floor(n / 250)}.${n % 250}`));
    expect([...strangers]).toEqual([200]);
    expect(await ask('198.51.100.1', 'frank')).toBe(429);
    expect(await ask('192.0.2.1')).toBe(429);
  });
});
