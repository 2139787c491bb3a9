import { CAMPUS, inHours } from '../support/feeds.js';
import { type InsideFeeds, startFeedsInside } from '../support/inside.js';

const LENGTH = 100_000;
const HAN = '音楽祭と大学の講義、';
/**
 * Each takes PostgreSQL longer to index than English. The last takes longest: its letter stands for eighteen.
 */
const TEXTS = ['مُحَاضَرَةٌ فِي الْجَامِعَةِ عَنِ الْمُوسِيقَى ', HAN, 'ﷺ ﬃ ﬁ ', 'ﷺ'].map(filled);

function filled(unit: string): string {
  return [...unit.repeat(LENGTH)].slice(0, LENGTH).join('');
}

describe('feed texts of 100 000 characters', () => {
  let feeds: InsideFeeds;

  beforeAll(async () => {
    feeds = await startFeedsInside();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('in any script are stored and changed, forty at once', async () => {
    const others = [50, 51].map((number) => CAMPUS.entry(number));
    const long = (itemHash: string) =>
      Array.from({ length: 40 }, (_, n) =>
        CAMPUS.entry(n + 1, { content: TEXTS[n % TEXTS.length], itemHash }),
      );
    expect(await feeds.serve(CAMPUS, ...long('A'), ...others)).toMatchObject({
      ...{ outcome: 'SUCCEEDED', error: null, created: 42, rejected: 0 },
    });
    expect(await feeds.serve(CAMPUS, ...long('B'), ...others)).toMatchObject({
      ...{ outcome: 'SUCCEEDED', error: null, updated: 40, unchanged: 2, rejected: 0 },
    });
    const stored = await feeds.rows('length(description) AS length, item_hash, version');
    expect(stored.filter(({ length }) => length === LENGTH)).toEqual(
      Array(40).fill({ length: LENGTH, item_hash: 'B', version: 2 }),
    );
  });

  it('are completed after their end, even dozens at once', async () => {
    const { database } = feeds.service;
    await database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, end_at)
       SELECT gen_random_uuid(), 'Long', $1, 'EVENT', '{"name": "Here"}', now() - interval '2 hours', $2
       FROM generate_series(1, 60)`,
      [filled(HAN), inHours(-1)],
    );
    expect(await feeds.service.runJob('auto-completion')).toMatchObject({
      outcome: 'SUCCEEDED',
      completed: 60,
    });
  });

  it('that take too long are rejected individually, and the others are stored', async () => {
    const { database } = feeds.service;
    await database.query(`
      CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(11); RETURN NEW; END $$; -- a statement of a batch has 10 s
      CREATE TRIGGER take_long BEFORE INSERT ON events FOR EACH ROW
        WHEN (NEW.title = 'Slow') EXECUTE FUNCTION take_long()`);
    const entries = [CAMPUS.entry(1, { title: 'Slow' }), CAMPUS.entry(2), CAMPUS.entry(3)];
    expect(await feeds.serve(CAMPUS, ...entries)).toMatchObject({
      ...{ outcome: 'SUCCEEDED', error: null, created: 2, rejected: 1 },
    });
    await database.query('DROP FUNCTION take_long CASCADE');
    expect(await feeds.serve(CAMPUS, ...entries)).toMatchObject({ created: 1, unchanged: 2, rejected: 0 });
  });
});
