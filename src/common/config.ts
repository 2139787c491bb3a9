import { hostname } from 'node:os';
import { z } from 'zod';
import { isTimeZone } from './instant.js';

/** The version of the service and its API, as in package.json. */
export const VERSION = '2.1.0';

/** An invalid configuration. The message lists each bad variable with its valid values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const oneOf = <Word extends string>(...words: Word[]) =>
  z.enum(words).describe(words.join(', ').replace(/, ([^,]+)$/, ' or $1'));
const flag = oneOf('true', 'false').transform((value) => value === 'true');
const onOff = oneOf('on', 'off').transform((value) => value === 'on');
const count = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .describe(`a number from ${least} to ${most}`);
/** A count, or null for `off`. */
const limit = (least: number, most: number) =>
  z
    .union([z.literal('off').transform(() => null), count(least, most)])
    .describe(`a number from ${least} to ${most}, or off`);
const text = (pattern: RegExp, what: string) => z.string().regex(pattern).describe(what);
const listOf = <Entry extends z.ZodType<unknown, string>>(entry: Entry) =>
  z
    .string()
    .transform((list) => list.split(',').map((each) => each.trim()))
    .pipe(z.array(entry));
/** A URL with a single host. Several hosts need a proxy (docs/operating.md). */
const databaseUrl = z
  .string()
  .refine((url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url) && !new URL(url).host.includes(','))
  .describe('a postgres:// URL');
const httpUrl = z.url({ protocol: /^https?$/ }).describe('an http(s) URL');
/** Plain, because paths are appended to it and it is logged. */
const plainUrl = httpUrl
  .refine((url) => URL.canParse(url) && !/[?#@]/.test(url))
  .describe('an http(s) URL without credentials, query and fragment');

/** The messages have personal data, so only this machine gets them unencrypted. */
const webhookUrl = httpUrl
  .refine((url) => URL.canParse(url) && (/^https:/i.test(url) || isLoopback(new URL(url).hostname)))
  .describe('an https:// URL, or http:// for a loopback address');

/** Whether it is the secret of Standard Webhooks: `whsec_` and bytes in base64. */
function isWebhookSecret(secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return secret === `whsec_${key.toString('base64')}` && key.length >= 24 && key.length <= 64;
}
const webhookSecret = z.string().refine(isWebhookSecret).describe('whsec_ and 24 to 64 bytes in base64');

/** The parameters of the ticketing feed that the service sets itself. */
const TICKET_PARAMETERS = ['apikey', 'size', 'page', 'sort'];

/** Whether a host is `localhost` or a loopback address. An IPv6 address may be in brackets. */
export const isLoopback = (host: string): boolean =>
  /^(([\w-]+\.)*localhost\.?|127(\.\d{1,3}){3}|\[?(0*:){2,7}0*1\]?)$/i.test(host);

/** Every variable that the service reads (operating.md). The descriptions complete "NAME takes ...". */
const variables = {
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  PORT: count(0, 65_535).default(3000),
  HOST: text(/^\S+$/, 'an address to listen on').optional(),
  DRAIN_SECONDS: count(0, 300).default(3),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_MIGRATION_URL: databaseUrl.optional(),
  DATABASE_READ_URL: listOf(databaseUrl).describe('postgres:// URLs, separated by commas').default([]),
  DATABASE_PREPARED: onOff.default(true),
  DATABASE_POOL_SIZE: count(1, 500).default(10),
  DATA_DIR: z.string().default('.data'),
  MIGRATE_ON_START: flag.default(true),
  AUTH_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32)
    .describe('a shared secret of 32 bytes or more')
    .optional(),
  AUTH_JWKS_URL: httpUrl.optional(),
  AUTH_ISSUER: z.string().optional(),
  AUTH_AUDIENCE: z.string().optional(),
  AUTH_DEV_TOKENS: flag.optional(),
  SCHEDULER_ENABLED: flag.default(true),
  SERVICE_TIME_ZONE: z.string().refine(isTimeZone).describe('an IANA time zone').default('America/New_York'),
  EVENT_CACHE_MB: count(0, 16_384).default(32),
  COMPRESSION: onOff.default(true),
  RATE_LIMIT: limit(1, 1_000_000),
  DAILY_CREATIONS: limit(1, 1_000_000),
  TRUST_PROXY: z
    .union([count(1, 100), listOf(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))])
    .describe('a number of proxies, 1 to 100, or their addresses, separated by commas')
    .optional(),
  PUBLIC_URL: plainUrl.transform((url) => new URL(url).href.replace(/\/+$/, '')).optional(),
  EVENT_PAGE_URL: httpUrl
    .refine((url) => url.includes('{id}'))
    .describe('an http(s) URL with {id} in it')
    .optional(),
  REMINDER_HOURS: limit(1, 720).default(24),
  INSTANCE_NAME: text(/^[\x21-\x7e]{1,100}$/, 'up to 100 printable ASCII characters without blanks').default(
    hostname(),
  ),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  CORS_ORIGINS: listOf(z.string().refine((url) => URL.canParse(url) && new URL(url).origin === url))
    .describe('origins such as https://app.example.org, separated by commas')
    .optional(),
  METRICS_TOKEN: z.string().min(16).describe('16 characters or more').optional(),
  CAMPUS_FEED_URL: httpUrl.optional(),
  TICKET_FEED_URL: httpUrl.optional(),
  TICKET_FEED_API_KEY: z.string().optional(),
  TICKET_FEED_QUERY: z
    .string()
    .refine((query) => !TICKET_PARAMETERS.some((name) => new URLSearchParams(query).has(name)))
    .describe('a query without apikey, size, page and sort')
    .default('city=Columbus&stateCode=OH&countryCode=US'),
  TICKET_FEED_ASSUMED_HOURS: limit(1, 720).default(4),
  PLACES_FILE: z.string().optional(),
  FEED_MAX_MB: count(1, 128).default(32),
  TAGGER: oneOf('keyword', 'llm', 'off').default('keyword'),
  TAGGER_BASE_URL: plainUrl.optional(),
  TAGGER_MODEL: text(/^[^\s\p{Cc}]{1,200}$/u, 'the name of a model').optional(),
  TAGGER_API_KEY: text(/^[\x21-\x7e]+$/, 'printable ASCII characters without blanks').optional(),
  TAGGER_TIMEOUT_MS: count(1, 60_000).default(5_000),
  WEBHOOK_URL: webhookUrl.optional(),
  WEBHOOK_SECRET: webhookSecret.optional(),
};

/** The description of a variable's schema, which a default or a transformation may wrap. */
function descriptionOf(schema: unknown): string {
  if (schema instanceof z.ZodType && schema.description) return schema.description;
  return descriptionOf(schema instanceof z.ZodPipe ? schema.in : (schema as z.ZodOptional).unwrap());
}

/** Defaults of the limits. Outside production they are off, so that tests and demos do not hit them. */
const IN_PRODUCTION: Record<string, string> = { RATE_LIMIT: '600', DAILY_CREATIONS: '500' };
const ELSEWHERE: typeof IN_PRODUCTION = { RATE_LIMIT: 'off', DAILY_CREATIONS: 'off' };

type Variables = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name]> };

const Values = class {} as new () => Readonly<Variables>;

/** The validated configuration, and its injection token. */
export class Config extends Values {
  /** Reads the environment. An empty variable counts as unset. @throws ConfigError with every bad variable */
  static from(env: Record<string, string | undefined>): Config {
    const faults: string[] = [];
    const values: Record<string, unknown> = {};
    const defaults = env.NODE_ENV === 'production' ? IN_PRODUCTION : ELSEWHERE;
    for (const [name, schema] of Object.entries(variables)) {
      const result = schema.safeParse(env[name] || defaults[name]);
      if (result.success) values[name] = result.data;
      else faults.push(`${name} takes ${descriptionOf(schema)}.`);
    }
    const config = Object.assign(new Config(), values);
    if (faults.length === 0) faults.push(...config.conflicts());
    if (faults.length > 0) throw new ConfigError(`Bad configuration:\n  ${faults.join('\n  ')}`);
    return config;
  }

  /** The address to listen on; an IPv6 address may be set in brackets, as in a URL. */
  get host(): string {
    return this.HOST?.replace(/^\[(.*)\]$/, '$1') ?? (this.production ? '0.0.0.0' : '127.0.0.1');
  }

  /** The path of `PUBLIC_URL`, without a trailing slash. A proxy strips it from requests; links have it. */
  get publicPath(): string {
    return new URL(this.PUBLIC_URL ?? 'http://localhost').pathname.replace(/^\/$/, '');
  }

  get production(): boolean {
    return this.NODE_ENV === 'production';
  }

  /** Whether `POST /auth/token` is served (rules.md, "Signing in"). */
  get devTokens(): boolean {
    return this.AUTH_DEV_TOKENS ?? (!this.production && !this.AUTH_SECRET && !this.AUTH_JWKS_URL);
  }

  private conflicts(): string[] {
    const faults: string[] = [];
    const { AUTH_SECRET, AUTH_JWKS_URL, AUTH_ISSUER, AUTH_AUDIENCE } = this;
    if (this.production && !AUTH_SECRET && !AUTH_JWKS_URL)
      faults.push('AUTH_SECRET or AUTH_JWKS_URL must be set in production, to verify tokens.');
    if (AUTH_SECRET && AUTH_JWKS_URL) faults.push('AUTH_SECRET and AUTH_JWKS_URL exclude each other.');
    if (AUTH_JWKS_URL && !(AUTH_ISSUER && AUTH_AUDIENCE))
      faults.push('AUTH_ISSUER and AUTH_AUDIENCE must be set with AUTH_JWKS_URL.');
    if (this.TICKET_FEED_URL && !this.TICKET_FEED_API_KEY)
      faults.push('TICKET_FEED_API_KEY must be set with TICKET_FEED_URL.');
    if (AUTH_JWKS_URL && this.AUTH_DEV_TOKENS)
      faults.push('AUTH_DEV_TOKENS=true needs AUTH_SECRET: a key set cannot sign.');
    // Development tokens are for a single machine (rules.md, "Signing in").
    if (this.production && this.AUTH_DEV_TOKENS)
      faults.push('AUTH_DEV_TOKENS=true signs anyone in as anyone, which production refuses. Unset it.');
    if (this.AUTH_DEV_TOKENS === undefined && this.devTokens && !isLoopback(this.host))
      faults.push(
        'AUTH_DEV_TOKENS is on by default, but other machines can reach HOST. Set AUTH_SECRET or AUTH_JWKS_URL, a loopback HOST, or AUTH_DEV_TOKENS itself.',
      );
    if (this.DATABASE_READ_URL.length > 0 && !this.DATABASE_URL)
      faults.push('DATABASE_URL must be set with DATABASE_READ_URL: the embedded server has no standby.');
    if (this.TAGGER === 'llm' && !(this.TAGGER_BASE_URL && this.TAGGER_MODEL))
      faults.push('TAGGER_BASE_URL and TAGGER_MODEL must be set with TAGGER=llm.');
    if (Boolean(this.WEBHOOK_URL) !== Boolean(this.WEBHOOK_SECRET))
      faults.push('WEBHOOK_URL and WEBHOOK_SECRET must be set together.');
    return faults;
  }
}
