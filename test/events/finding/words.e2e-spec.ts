import fc from 'fast-check';
import { startApp, type TestApp } from '../../support/app.js';

/** Words of a title, and searches for them. Contract 12, "What matches". */
const FOUND: [kind: string, title: string, queries: string[]][] = [
  ['punctuation', 'RPAC/North Rec (check schedule)', ['RPAC', '"North Rec"', 'rpac/north', 'schedule']],
  ['punctuation', 'Zibble/Wobble evening', ['zibble', 'wobble', 'Zibble/Wobble']],
  ['punctuation', 'Dr.Jill Farq lecture', ['jill', 'dr jill', 'dr. farq']],
  ['punctuation', 'Node.js hands-on', ['node', 'js', 'node.js', 'hands on']],
  ['punctuation', 'Blink-182', ['182', 'blink', 'blink-182', '"blink 182"']],
  ['punctuation', '9-10pm quiet hour', ['10pm', '9', '9-10pm']],
  ['punctuation', 'R&B_soul|funk…mix·tape', ['soul', 'funk', 'mix', 'tape', 'R&B']],
  ['punctuation', 'Año Nuevo¡Fiesta!¿Listos?', ['fiesta', 'listos', 'ano']],
  ['punctuation', 'L’Été à l’Opéra', ['ete', 'opera', "l'opéra"]],
  ['joined', 'Hip hop cypher', ['hip-hop', 'hiphop', 'hip hop']],
  ['joined', 'Wi-Fi clinic', ['wifi', 'wi-fi', 'wi fi']],
  ['joined', 'Le Chat Noir', ['chatnoir', 'chat-noir']],
  ['joined', 'Ice cream social', ['icecream', 'ice-cream']],
  ['joined', 'Volleyball finals', ['volley-ball', 'volley ball']],
  ['stop words', 'The Who tribute', ['the who', 'who', 'THE']],
  ['stop words', 'IT careers', ['IT', 'it careers']],
  ['stop words', 'To be or not to be', ['to be', '"to be or not to be"', 'not']],
  ['scripts', '音楽祭 2027', ['音楽', '2027', '音楽祭']],
  ['scripts', 'שָׁלוֹם לכולם', ['שלום', 'שָׁלוֹם']],
  ['scripts', 'أمسية شعرية', ['امسية', 'أمسية', 'شعرية']],
  ['scripts', 'μουσικής βραδιά', ['ΜΟΥΣΙΚΗΣ', 'μουσικησ', 'βραδια']],
  ['scripts', 'Ночь ЁЖИКА', ['ежика', 'ёжика', 'НОЧЬ']],
  ['scripts', 'हिंदी कवि सम्मेलन', ['हिंदी', 'कवि']],
  ['scripts', '한국어 모임', ['한국어', '한국']],
  ['scripts', 'İstanbul gecesi', ['istanbul', 'İSTANBUL']],
  ['scripts', `${'ﷺ'.repeat(40)} jazz`, ['ﷺ', 'jazz']],
  ['scripts', 'Straße, Łódź & Ærø', ['strasse', 'lodz', 'aero', 'STRASSE']],
];

describe('the words of a search', () => {
  let service: TestApp;
  const add = (title: string, startAt = '2030-01-01T18:00:00Z') =>
    service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       VALUES (gen_random_uuid(), $1, '', 'EVENT', '{"name": "Chapel"}', $2)`,
      [title, startAt],
    );
  const find = async (q: string) => {
    const { status, body } = await service.as('reader').get(`/events?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return body.data.map(({ title }: { title: string }) => title);
  };

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    for (const [, title] of FOUND) await add(title);
  });
  afterAll(() => service.close());

  it.each(FOUND)('%s: %s is found', async (_kind, title, queries) => {
    for (const q of queries)
      expect({ q, found: await find(q) }).toEqual({ q, found: expect.arrayContaining([title]) });
  });

  it('are found in a place', async () => {
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       VALUES (gen_random_uuid(), 'Somewhere', '', 'EVENT', '{"name": "Ohio/Michigan Rm. 3-B"}', '2030-01-01Z')`,
    );
    for (const q of ['ohio', '"michigan rm"', '3-b', 'rm3b']) expect(await find(q)).toEqual(['Somewhere']);
  });

  it('rank above their stem, however soon that is', async () => {
    await add('Customer evening', '2030-01-01T10:00:00Z');
    await add('Custom evening', '2030-02-01T10:00:00Z');
    expect((await find('custom')).slice(0, 2)).toEqual(['Custom evening', 'Customer evening']);
    expect((await find('customer')).slice(0, 2)).toEqual(['Customer evening', 'Custom evening']);
    await add('Bjørns concert', '2030-01-01T10:00:00Z');
    await add('Bjørn concert', '2030-02-01T10:00:00Z');
    for (const q of ['Bjørn', 'bjorn']) expect(await find(q)).toEqual(['Bjørn concert', 'Bjørns concert']);
  });

  it('exclude only whole words', async () => {
    expect(await find('-zibble wobble')).toEqual([]);
    expect(await find('-hiphop cypher')).toEqual(['Hip hop cypher']);
  });

  it('of running events count as those of upcoming ones', async () => {
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, end_at, tags)
       VALUES (gen_random_uuid(), 'Quiltworks exhibition', '', 'EVENT', '{"name": "Loft"}',
               now() - interval '30 days', now() + interval '30 days', '{quilting}'),
              (gen_random_uuid(), 'Patchwork', '', 'EVENT', '{"name": "Attic"}', now() + interval '1 day', NULL, '{quilting}')`,
    );
    const reader = service.as('reader');
    await service.runJob('suggestions');
    expect((await reader.get('/suggestions?q=quiltw')).body.data).toMatchObject([
      { kind: 'EVENT', text: 'Quiltworks exhibition', count: 1 },
    ]);
    expect((await reader.get('/events?q=quiltwroks')).body.didYouMean).toBe('quiltworks');
    const [{ id }] = (await reader.get('/events?q=patchwork')).body.data;
    const { body: similar } = await reader.get(`/events/${id}/similar`);
    expect(similar.data).toMatchObject([{ title: 'Quiltworks exhibition' }]);
  });

  it('each find every title that has them', async () => {
    const unit = fc.oneof(
      fc.constantFrom(
        ...'-._/:@&\'"()!?,;#+*~|<> …—’·',
        'a',
        'the',
        'Zoë',
        'naïve',
        '7',
        '2nd',
        'x1',
        'ﬁn',
        'Ⓜ',
        '字',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { minLength: 1, maxLength: 12 }), async (parts) => {
        const title = parts
          .join('')
          .replace(/[\p{Cc}\0]/gu, '')
          .slice(0, 200)
          .toWellFormed();
        // Separate Arabic marks are letters by class, but decompose to none, or to a stroke between letters.
        const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word.normalize('NFKD').replaceAll('ـ', ''));
        const words = (title.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).filter(isWord);
        fc.pre(words.length > 0);
        await add(title);
        for (const word of words) {
          const q = `q=${encodeURIComponent(word)}&limit=100&sort=-createdAt`;
          const { body } = await service.as('reader').get(`/events?${q}`);
          expect({ word, titles: body.data.map((each: { title: string }) => each.title) }).toEqual({
            word,
            titles: expect.arrayContaining([title]),
          });
        }
        await service.database.query('DELETE FROM events WHERE title = $1', [title]);
      }),
      { numRuns: 40 },
    );
  });
});
