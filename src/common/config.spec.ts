import fc from 'fast-check';
import { Config, ConfigError } from './config.js';

/** The names of all variables. */
const NAMES = Object.keys(Config.from({}));
const SECRET = 'thirty-two bytes, and then a few';
const KEY_SET = {
  AUTH_JWKS_URL: 'https://id.example.org/jwks.json',
  AUTH_ISSUER: 'https://id.example.org/',
  AUTH_AUDIENCE: 'events',
};

/** The secret of a webhook with so many bytes. */
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 'key').toString('base64')}`;

/** The error message for this environment, or an empty text. */
function refusal(env: Record<string, string | undefined>): string {
  try {
    Config.from(env);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

describe('the configuration', () => {
  it('limits users in production only', () => {
    const AUTH_SECRET = 'a secret of 32 bytes or more, for tests';
    const production = Config.from({ NODE_ENV: 'production', AUTH_SECRET, RATE_LIMIT: '' });
    expect([production.RATE_LIMIT, production.DAILY_CREATIONS]).toEqual([600, 500]);
    const test = Config.from({ NODE_ENV: 'test', DAILY_CREATIONS: '7' });
    expect([test.RATE_LIMIT, test.DAILY_CREATIONS]).toEqual([null, 7]);
  });

  it('has the defaults of the contract if nothing is set', () => {
    expect(Config.from({})).toMatchObject({
      ...{ NODE_ENV: 'development', PORT: 3000, host: '127.0.0.1', DATA_DIR: '.data', production: false },
      ...{
        MIGRATE_ON_START: true,
        SCHEDULER_ENABLED: true,
        RATE_LIMIT: null,
        DAILY_CREATIONS: null,
        LOG_LEVEL: 'info',
      },
      TICKET_FEED_QUERY: 'city=Columbus&stateCode=OH&countryCode=US',
      ...{ FEED_MAX_MB: 32, TAGGER: 'keyword', TAGGER_TIMEOUT_MS: 5000, devTokens: true },
    });
    expect(Config.from({}).DATABASE_URL).toBeUndefined();
    expect(Config.from({}).CORS_ORIGINS).toBeUndefined();
  });

  it('treats an empty variable as unset', () => {
    const empty = Object.fromEntries(NAMES.map((name) => [name, '']));
    expect(Config.from(empty)).toEqual(Config.from({}));
  });

  it('listens on all addresses by default only in production', () => {
    expect(Config.from({ NODE_ENV: 'production', AUTH_SECRET: SECRET }).host).toBe('0.0.0.0');
    expect(Config.from({ NODE_ENV: 'production', AUTH_SECRET: SECRET, HOST: '10.0.0.7' }).host).toBe(
      '10.0.0.7',
    );
    expect(Config.from({ HOST: '::', AUTH_SECRET: SECRET }).host).toBe('::');
    expect(Config.from({ HOST: '[::1]' }).host).toBe('::1');
  });

  it.each([
    ['PORT', '0', 0],
    ['PORT', '65535', 65_535],
    ['RATE_LIMIT', 'off', null],
    ['RATE_LIMIT', '1', 1],
    ['DAILY_CREATIONS', 'off', null],
    ['DAILY_CREATIONS', '1', 1],
    ['MIGRATE_ON_START', 'false', false],
    ['SCHEDULER_ENABLED', 'false', false],
    ['DATABASE_URL', 'postgresql://u:p@db.example.org/events', 'postgresql://u:p@db.example.org/events'],
    ['DATABASE_PREPARED', 'off', false],
    ['CORS_ORIGINS', 'https://a.example.org', ['https://a.example.org']],
    [
      'CORS_ORIGINS',
      'https://a.example.org, http://localhost:5173',
      ['https://a.example.org', 'http://localhost:5173'],
    ],
    ['TICKET_FEED_ASSUMED_HOURS', '3', 3],
    ['TICKET_FEED_ASSUMED_HOURS', 'off', null],
    ['TICKET_FEED_ASSUMED_HOURS', '', 4],
    ...[
      'q=jazz&includeTBA=yes',
      'startDateTime=2026-11-07T19:30:00Z&endDateTime=2026-11-07T19:30:01Z',
      'city=New%20Albany',
    ].map((query): [string, string, string] => ['TICKET_FEED_QUERY', query, query]),
    ['AUTH_SECRET', SECRET, SECRET],
    ['AUTH_SECRET', 'ß'.repeat(16), 'ß'.repeat(16)],
  ])('reads %s=%s', (name, text, expected) => {
    expect(Config.from({ [name]: text })).toMatchObject({ [name]: expected });
  });

  it.each([
    ...['abc', '-1', '65536', '1.5', ' ', '0x50', '1e3', 'NaN', 'Infinity'].map((text) => ['PORT', text]),
    ...['0', '-5', 'none', 'OFF', '1000001', '1.5'].map((text) => ['RATE_LIMIT', text]),
    ...['0', 'none', '1000001'].map((text) => ['DAILY_CREATIONS', text]),
    ...['yes', '1', 'TRUE', ' '].map((text) => ['SCHEDULER_ENABLED', text]),
    ...['yes', '0'].map((text) => ['MIGRATE_ON_START', text]),
    ...['staging', 'Production'].map((text) => ['NODE_ENV', text]),
    ...[' ', '127.0.0.1 '].map((text) => ['HOST', text]),
    ...[
      'db.example.org',
      'mysql://db/events',
      'http://db',
      'postgres://db1,db2/events',
      'postgres://db1:5432,db2:5433/events',
    ].map((text) => ['DATABASE_URL', text]),
    ...['db', 'postgres://db2,db3/events'].map((text) => ['DATABASE_READ_URL', text]),
    ['DATABASE_PREPARED', 'true'],
    ...['x'.repeat(31), 'ß'.repeat(15)].map((text) => ['AUTH_SECRET', text]),
    ...['id.example.org', 'ftp://id.example.org', 'file:///etc/passwd'].map((text) => [
      'AUTH_JWKS_URL',
      text,
    ]),
    ...['*', 'null', 'https://a.org/', 'https://a.org/path', 'a.org', 'https://a.org,'].map((text) => [
      'CORS_ORIGINS',
      text,
    ]),
    ...['verbose', 'INFO'].map((text) => ['LOG_LEVEL', text]),
    ...['short'].map((text) => ['METRICS_TOKEN', text]),
    ...['0', '129'].map((text) => ['FEED_MAX_MB', text]),
    ...['app.example.com', 'ftp://app.example.com'].map((text) => ['TICKET_FEED_URL', text]),
    ...['0', '721', '1.5', 'two'].map((text) => ['TICKET_FEED_ASSUMED_HOURS', text]),
    ...['apikey=k', 'city=Columbus&size=50', '?page=1', 'sort=date,asc', 's%6Frt=id'].map((text) => [
      'TICKET_FEED_QUERY',
      text,
    ]),
    ...['gpt'].map((text) => ['TAGGER', text]),
    ...['api.example.org/v1', 'ftp://api.example.org', 'https://me:secret@api.example.org/v1'].map((text) => [
      'TAGGER_BASE_URL',
      text,
    ]),
    ...['https://api.example.org/v1?version=1', 'https://api.example.org/#v1'].map((text) => [
      'TAGGER_BASE_URL',
      text,
    ]),
    ...['two words', 'a\nb', 'x'.repeat(201)].map((text) => ['TAGGER_MODEL', text]),
    ...['a b', 'sk-\n', 'schlüssel'].map((text) => ['TAGGER_API_KEY', text]),
    ...['0', '1 s', '60001'].map((text) => ['TAGGER_TIMEOUT_MS', text]),
    ...['0', '501'].map((text) => ['DATABASE_POOL_SIZE', text]),
    ...['http://hooks.example.org/', 'http://10.0.0.7', 'http://127.0.0.1.example.org', 'hooks'].map(
      (text) => ['WEBHOOK_URL', text],
    ),
    ...[secretOf(23), secretOf(65), secretOf(32).slice(6), `${secretOf(32)}=`, 'whsec_', 'whsec_-_'].map(
      (text) => ['WEBHOOK_SECRET', text],
    ),
  ] as [string, string][])('refuses %s=%s, and names the variable and its valid values', (name, text) => {
    expect(refusal({ [name]: text })).toMatch(new RegExp(`^Bad configuration:\\n {2}${name} takes .{5,}`));
  });

  it.each([
    ['TAGGER', 'magic', 'TAGGER takes keyword, llm or off'],
    ['AUTH_SECRET', 'short', 'AUTH_SECRET takes a shared secret of 32 bytes'],
  ])('refuses %s=%s with this exact message', (name, text, message) => {
    expect(refusal({ [name]: text })).toContain(message);
  });

  it('names all bad variables at once, and shows no value', () => {
    const message = refusal({ PORT: 'x-port', AUTH_SECRET: 'x-secret', LOG_LEVEL: 'x-level' });
    expect(message.match(/^ {2}\w+/gm)).toEqual(['  PORT', '  AUTH_SECRET', '  LOG_LEVEL']);
    expect(message).not.toContain('x-');
  });

  it('is accepted or refused, for any values', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.webUrl(),
      fc.constantFrom('true', 'off', ''),
    );
    const environment = fc.dictionary(fc.constantFrom(...NAMES), value);
    fc.assert(fc.property(environment, (env) => typeof refusal(env) === 'string'));
  });

  describe('of a language model', () => {
    const MODEL = { TAGGER: 'llm', TAGGER_BASE_URL: 'https://api.example.org/v1', TAGGER_MODEL: 'small:7b' };

    it('requires its URL and its name, and no key', () => {
      expect(refusal(MODEL)).toBe('');
      expect(refusal({ ...MODEL, TAGGER_API_KEY: 'sk-test' })).toBe('');
      for (const name of ['TAGGER_BASE_URL', 'TAGGER_MODEL'])
        expect(refusal({ ...MODEL, [name]: '' })).toMatch(/TAGGER_BASE_URL and TAGGER_MODEL must be set/);
    });

    it('is not required for other taggers', () => {
      for (const TAGGER of ['keyword', 'off']) expect(refusal({ TAGGER })).toBe('');
    });
  });

  it.each([
    'https://me:word@hooks.example.org/events?key=1',
    'HTTPS://hooks.example.org',
    'http://localhost:8080/hook',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])('requires the URL %s and the secret of a webhook together, and shows neither', (WEBHOOK_URL) => {
    for (const bytes of [24, 25, 64])
      expect(refusal({ WEBHOOK_URL, WEBHOOK_SECRET: secretOf(bytes) })).toBe('');
    for (const one of [{ WEBHOOK_URL }, { WEBHOOK_SECRET: secretOf(32) }])
      expect(refusal(one)).toBe('Bad configuration:\n  WEBHOOK_URL and WEBHOOK_SECRET must be set together.');
  });

  it('requires the key of the ticketing feed with its URL, and shows neither', () => {
    const TICKET_FEED_URL = 'https://app.example.com';
    expect(refusal({ TICKET_FEED_URL })).toMatch(/TICKET_FEED_API_KEY must be set with TICKET_FEED_URL/);
    expect(refusal({ TICKET_FEED_URL })).not.toContain(TICKET_FEED_URL);
    expect(refusal({ TICKET_FEED_URL, TICKET_FEED_API_KEY: 'k' })).toBe('');
    expect(refusal({ TICKET_FEED_API_KEY: 'k' })).toBe('');
  });

  describe('of proxies', () => {
    it.each([
      ['1', 1],
      ['10.0.0.1', ['10.0.0.1']],
      ['10.0.0.0/8, ::1,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
      ['', undefined],
    ])('accepts TRUST_PROXY=%s', (TRUST_PROXY, expected) => {
      expect(Config.from({ TRUST_PROXY }).TRUST_PROXY).toEqual(expected);
    });

    it.each([
      '0',
      '101',
      '-1',
      '1.5',
      'true',
      'all',
      '10.0.0',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.1,',
      'a.example',
    ])('refuses TRUST_PROXY=%s', (TRUST_PROXY) => {
      expect(refusal({ TRUST_PROXY })).toMatch(/TRUST_PROXY takes a number of proxies/);
    });
  });

  describe('in production', () => {
    it('requires a way to verify tokens, and says so', () => {
      expect(refusal({ NODE_ENV: 'production' })).toMatch(/AUTH_SECRET or AUTH_JWKS_URL must be set/);
      expect(refusal({ NODE_ENV: 'production', AUTH_SECRET: SECRET })).toBe('');
      expect(refusal({ NODE_ENV: 'production', ...KEY_SET })).toBe('');
    });
  });

  describe('of authentication', () => {
    it.each(['AUTH_ISSUER', 'AUTH_AUDIENCE'])('requires %s with a key set', (name) => {
      expect(refusal({ ...KEY_SET, [name]: '' })).toMatch(/AUTH_ISSUER and AUTH_AUDIENCE must be set/);
    });

    it('requires a primary with standbys', () => {
      const standby = { DATABASE_READ_URL: 'postgres://db2/events, postgres://db3/events' };
      expect(refusal(standby)).toMatch(/DATABASE_URL must be set/);
      expect(Config.from({ ...standby, DATABASE_URL: 'postgres://db1/events' })).toMatchObject({
        DATABASE_READ_URL: ['postgres://db2/events', 'postgres://db3/events'],
      });
    });

    it('refuses a shared secret together with a key set', () => {
      expect(refusal({ ...KEY_SET, AUTH_SECRET: SECRET })).toMatch(/exclude each other/);
    });

    it('refuses development tokens with a key set, which cannot sign', () => {
      expect(refusal({ ...KEY_SET, AUTH_DEV_TOKENS: 'true' })).toMatch(/AUTH_DEV_TOKENS/);
    });

    it.each([
      [{}, true],
      [{ NODE_ENV: 'test' }, true],
      [{ AUTH_DEV_TOKENS: 'false' }, false],
      [{ AUTH_SECRET: SECRET }, false],
      [{ AUTH_SECRET: SECRET, AUTH_DEV_TOKENS: 'true' }, true],
      [{ ...KEY_SET }, false],
      [{ NODE_ENV: 'production', AUTH_SECRET: SECRET }, false],
      [{ AUTH_SECRET: SECRET, HOST: '0.0.0.0' }, false],
      [{ AUTH_DEV_TOKENS: 'true', HOST: '0.0.0.0' }, true],
    ])('with %j has development tokens: %s', (env, expected) => {
      expect(Config.from(env).devTokens).toBe(expected);
    });

    const LOOPBACK = ['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', '[::1]', 'localhost', 'LocalHost'];
    const OPEN = [
      '0.0.0.0',
      '::',
      '[::]',
      '128.0.0.1',
      '10.0.0.7',
      '::ffff:10.0.0.7',
      '127.0.0.1.example.org',
      '127.1',
    ];

    it.each(LOOPBACK)('signs anyone in by default on HOST=%s', (HOST) => {
      expect(refusal({ HOST })).toBe('');
    });

    it.each(OPEN)('does not sign anyone in by default on HOST=%s, and says what to do', (HOST) => {
      expect(refusal({ HOST })).toMatch(/AUTH_DEV_TOKENS is on by default.*Set AUTH_SECRET or AUTH_JWKS_URL/);
      expect(refusal({ HOST, AUTH_DEV_TOKENS: '' })).toBe(refusal({ HOST }));
      for (const settled of [
        { AUTH_DEV_TOKENS: 'true' },
        { AUTH_DEV_TOKENS: 'false' },
        { AUTH_SECRET: SECRET },
      ])
        expect(refusal({ HOST, ...settled })).toBe('');
    });

    it.each([...LOOPBACK, ...OPEN])('never signs anyone in in production, on HOST=%s', (HOST) => {
      const production = { NODE_ENV: 'production', AUTH_SECRET: SECRET, HOST };
      expect(refusal({ ...production, AUTH_DEV_TOKENS: 'true' })).toMatch(/AUTH_DEV_TOKENS=true .* Unset it/);
      for (const AUTH_DEV_TOKENS of ['', 'false'])
        expect(refusal({ ...production, AUTH_DEV_TOKENS })).toBe('');
    });
  });
});
