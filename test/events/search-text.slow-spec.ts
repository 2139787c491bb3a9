import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { eventBody } from '../support/factories.js';
import { CAMPUS, startFeeds } from '../support/feeds.js';

/** Characters with a meaning for PostgreSQL's parser, a letter, a digit, and some beyond ASCII. */
const ALPHABET = [...'-._/:@~+&?=%#;,<>!"\'()[]\\^`{|}*$ \nae1é字\u0301\u05bf\u0323’－ｘ½ßﬃ'];
/** Repetitions of these took the parser quadratic time. */
const WORST = [
  '_a',
  'a_',
  '1_',
  '/~',
  'x-1.2.3-',
  '<!--',
  'a1@',
  '<a "',
  '@1x',
  '\u05bf\u0591',
  '－ｘ',
  'ø ',
];
const WORDS = 'the quick brown fox jumps over the lazy dog ';

const filled = (pattern: string, length: number) =>
  [...pattern.repeat(length)].slice(0, length).join('').toWellFormed();

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

describe('texts in the search', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  const vectorOf = (sql: string, text: string) =>
    service.database.query(`SELECT length(to_tsvector('pg_catalog.english', ${sql}))`, [text]);

  it('cost linear time, even with repetitions', async () => {
    const index = (pattern: string) => () => vectorOf('fold($1)', filled(pattern, 100_000));
    await time(index(WORDS));
    const patterns = fc.string({ unit: fc.constantFrom(...ALPHABET), minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(patterns, async (pattern) => {
        // Other programs may delay one run, but hardly all three.
        for (const attempt of [1, 2, 3]) {
          const [plain, taken] = [await time(index(WORDS)), await time(index(pattern))];
          if (taken < 20 * plain) return;
          if (attempt === 3) throw new Error(`${taken} ms, and words ${plain} ms`);
        }
      }),
      { numRuns: 40, examples: WORST.map((pattern) => [pattern]) },
    );
  });

  it.each(WORST)('are stored quickly with repeated %s, without blocking others', async (pattern) => {
    const [created, read] = await Promise.all([
      alice.post('/events', eventBody({ title: filled(pattern, 200), description: filled(pattern, 20_000) })),
      service.as('bob').get('/events?limit=1'),
    ]);
    expect([created.status, read.status]).toEqual([201, 200]);
    expect((await alice.patch(`/events/${created.body.id}`, { title: 'Another' })).status).toBe(200);
  });

  it('are stored with the maximum length and number of words', async () => {
    // Four-byte letters, each pair a compound: the largest index entry of 100 000 characters.
    const letters = Array.from({ length: 25_000 }, (_, n) => String.fromCodePoint(0x20000 + n));
    const text = letters.map((letter, n) => `${letter}-${letters.at(n - 1)} `).join('');
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       VALUES (gen_random_uuid(), $1, $2, 'EVENT', jsonb_build_object('name', $1::text), '2030-01-01Z')`,
      [text.slice(0, 1_000), text],
    );
    expect((await alice.get(`/events?q=${encodeURIComponent(letters[7]!)}`)).body.total).toBe(1);
    await service.database.query(`DELETE FROM events WHERE title LIKE $1`, [`${letters[0]}%`]);
  });

  it('stay in the row of their event up to some hundred words', async () => {
    const chunks = async () => {
      const [events] = await service.database.query(
        `SELECT reltoastrelid::regclass AS toast FROM pg_class WHERE oid = 'events'::regclass`,
      );
      return service.database.query(`SELECT count(*)::int FROM ${events?.toast}`);
    };
    const before = await chunks();
    const description = Array.from({ length: 150 }, (_, n) => (n * 7_919_104_729).toString(36)).join(' ');
    const { body } = await alice.post('/events', eventBody({ description }));
    expect(body.description).toBe(description);
    expect(await chunks()).toEqual(before);
  });

  it('from a feed may have 100 000 characters', async () => {
    const feeds = await startFeeds();
    try {
      const entries = WORST.map((pattern, n) => CAMPUS.entry(n + 1, { content: filled(pattern, 100_000) }));
      expect(await feeds.serve(CAMPUS, ...entries)).toMatchObject({
        outcome: 'SUCCEEDED',
        created: WORST.length,
      });
    } finally {
      await feeds.close();
    }
  });
});

describe('q', () => {
  let service: TestApp;
  let reader: Client;
  const find = async (q: string) => {
    const { status, body } = await reader.get(`/events?q=${encodeURIComponent(q)}`);
    return status === 200 ? body.data.map(({ title }: { title: string }) => title) : status;
  };

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    reader = service.as('reader');
    const texts = {
      mail: 'Write to bob.smith@example.org for a seat',
      angle: 'Write to <ann@example.net>, or see <https://tickets.example.net/2030>',
      hyphen: 'A follow-up on e-sports',
      slash: 'Songs of AC/DC all night',
      link: 'See https://www.example.com/e/jazz-night-at-the-union-tickets-1234567?a=b&c=d_e-f-g-h#i-j',
      markdown: '[Seats](https://www.example.edu/seats/a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p), **free**',
      number: 'Pays $18.50 an hour, version 1.2.3',
      apostrophe: "Rock'n'roll, don't miss O’Malley",
      accent: 'Crème brûlée à la carte',
      html: '<p>Free <b>salsa</b> lesson</p> for kids <six to ten years> only',
      file: 'The song is in tracks/night.mp3',
    };
    for (const [title, description] of Object.entries(texts))
      await service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at)
         VALUES (gen_random_uuid(), $1, $2, 'EVENT', '{"name": "Chapel"}', '2030-01-01Z')`,
        [title, description],
      );
  });
  afterAll(() => service.close());

  it.each([
    ['bob.smith@example.org', ['mail']],
    ['ann@example.net', ['angle']],
    ['tickets.example.net', ['angle']],
    ['https://tickets.example.net/2030', ['angle']],
    ['follow-up', ['hyphen']],
    ['"follow up"', ['hyphen']],
    ['e-sports', ['hyphen']],
    ['sports', ['hyphen']],
    ['AC/DC', ['slash']],
    ['www.example.com', ['link']],
    ['https://www.example.com/e/jazz-night-at-the-union-tickets-1234567?a=b', ['link']],
    ['https://www.example.com/e/jazz-night-at-the-union-tickets-1234567?a=b&c=d_e-f-g-h#i-j', ['link']],
    ['see "https://www.example.com/e/jazz-night-at-the-union-tickets-1234567?a=b&c=d_e-f"', ['link']],
    ['see -https://tickets.example.net/2030', ['link']],
    ['"see https://tickets.example.net/2030"', ['angle']],
    ['www.example.edu', ['markdown']],
    ['18.50', ['number']],
    ['$18.50', ['number']],
    ['1.2.3', ['number']],
    ["rock'n'roll", ['apostrophe']],
    ["don't miss", ['apostrophe']],
    ['O’Malley', ['apostrophe']],
    ['brûlée', ['accent']],
    ['BRÛLÉE', ['accent']],
    ['lesson six years', ['html']],
    ['<b>salsa</b>', ['html']],
    ['tracks/night.mp3', ['file']],
    ['salsa or e-sports', ['html', 'hyphen']],
    ['write -ann@example.net', ['mail']],
    ['write -"a seat"', ['angle']],
    ['write - seat', ['mail']],
    ['write -- seat', ['mail']],
    ['(write) & !seat', ['mail']],
    ['"write to"', ['angle', 'mail']],
    ['"seat for a write"', []],
  ])('%s finds %j', async (q, titles) => {
    expect([...(await find(q))].sort()).toEqual([...titles].sort());
  });

  it.each([
    '-'.repeat(33),
    '- '.repeat(250),
    '-!'.repeat(250),
    '-('.repeat(250),
    '-<b>'.repeat(125),
    '<b>-'.repeat(125),
    '-\u2003'.repeat(250),
    '-\u00a0'.repeat(250),
    '-\u180e'.repeat(250),
    `x${'-'.repeat(499)}`,
    '-"'.repeat(250),
    '"-'.repeat(250),
    '<!--'.repeat(125),
    '"'.repeat(500),
    '('.repeat(500),
    ' or'.repeat(166),
    '-or '.repeat(125),
    'a '.repeat(250),
    '_a'.repeat(250),
    ...WORST.map((pattern) => filled(pattern, 500)),
  ])('never fails: %s', async (q) => {
    expect(await find(q)).toEqual(expect.any(Array));
    expect((await reader.get(`/events?sort=startAt&q=${encodeURIComponent(q)}`)).status).toBe(200);
  });

  it('never fails, for any text', async () => {
    const unit = fc.oneof(
      fc.constantFrom(
        ...ALPHABET,
        'or',
        ' or ',
        '-',
        '"',
        '--',
        ' -',
        '\u0085',
        '\u2003',
        '<b>',
        ':*',
        '<->',
      ),
      fc.string({ unit: 'binary', maxLength: 1 }),
    );
    const part = fc.tuple(fc.string({ unit, maxLength: 6 }), fc.integer({ min: 1, max: 200 }));
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
        const q = parts.map(([text, times]) => text.repeat(times)).join('');
        const { status } = await reader.get(
          `/events?q=${encodeURIComponent([...q].slice(0, 500).join('').toWellFormed())}`,
        );
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 500 },
    );
  });

  it('with many words costs in proportion to their number', async () => {
    const letters = [...'bcdefghjklmnopqruvwxyz'];
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), 'letters', $1, 'EVENT', '{"name": "Chapel"}', '2030-01-01Z'
       FROM generate_series(1, 40)`,
      [filled(`${letters.join(' ')} `, 20_000)],
    );
    const one = await time(() => find('b'));
    for (const q of [letters.join(' '), `"${letters.join(' ')}"`, letters.join("'")])
      expect(await time(() => find(q))).toBeLessThan(letters.length * one + 2_000);
    await service.database.query(`DELETE FROM events WHERE title = 'letters'`);
  });
});

describe('the event assistant', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off', RATE_LIMIT: 'off' });
    await service.as('alice').post('/events', eventBody({ location: { name: filled('_a', 200) } }));
  });
  afterAll(() => service.close());

  it('answers every question', async () => {
    const asked = service.as('asker');
    const question = fc.string({
      unit: fc.constantFrom(...ALPHABET, ' at ', ' in ', 'free', '$'),
      minLength: 1,
    });
    let path = '';
    let left = 0;
    await fc.assert(
      fc.asyncProperty(question, fc.integer({ min: 1, max: 500 }), async (text, times) => {
        if (left-- === 0) {
          path = `/conversations/${(await asked.post('/conversations', {})).body.id}/messages`;
          left = 99;
        }
        const content = [...text.repeat(times)].slice(0, 2_000).join('');
        expect([201, 400]).toContain((await asked.post(path, { content })).status);
      }),
      { numRuns: 100 },
    );
  });
});
