import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { runLong, Transactions } from '../../database/transactions.js';
import { IS_UNENDED } from '../event.entity.js';
import { running } from '../list/event-window.js';

/** Milliseconds that suggestions may be old, and how many times as long as it took to make them. */
const MAX_AGE = 15 * 60_000;
const TIMES_AS_LONG = 100;
/** Milliseconds of making them that nobody minds to wait for. */
const QUICK = 50;
/** Events that are read: the soonest, the latest that were added, and those running for more than a day. */
const MAX_EVENTS = 20_000;
const MAX_NEW = 1_000;
const MAX_LONG = 1_000;
/** Words that are known. */
const MAX_VOCABULARY = 20_000;
/** Letters by which two texts differ. */
const MAX_FOLDED = 200;
/** The advisory lock of who makes the table anew, over all instances. */
const LOCK = 4_715_291_204;

const COLUMNS = 'id, title, tags, location, category, start_at, creator_id, exact';
const [FOR_A_DAY, FOR_LONGER] = running('now()');
const FILL = `
  WITH soon AS (
    (SELECT ${COLUMNS} FROM events e WHERE e.${IS_UNENDED} AND e.start_at >= now() - interval '24 hours'
       AND (e.start_at >= now() OR ${FOR_A_DAY})
     ORDER BY start_at, id LIMIT ${MAX_EVENTS})
    UNION ALL
    (SELECT ${COLUMNS} FROM events e WHERE e.${IS_UNENDED} AND ${FOR_LONGER} ORDER BY end_at LIMIT ${MAX_LONG})
    UNION ALL
    SELECT * FROM (SELECT ${COLUMNS} FROM events WHERE ${IS_UNENDED} ORDER BY created_at DESC, id DESC LIMIT ${MAX_NEW}) new
    WHERE start_at >= now()),
  upcoming AS MATERIALIZED (
    SELECT DISTINCT ON (id) *, coalesce(creator_id, id::text) AS creator FROM soon ORDER BY id),
  texts AS MATERIALIZED (
    SELECT kind, left(btrim(fold(text)), ${MAX_FOLDED}) AS folded, text, id, start_at, creator FROM (
      SELECT 'EVENT' AS kind, title AS text, id, start_at, creator FROM upcoming
      UNION ALL SELECT 'PLACE', location ->> 'name', NULL, start_at, creator FROM upcoming
      UNION ALL SELECT 'CATEGORY', category, NULL, start_at, creator FROM upcoming WHERE category IS NOT NULL
      UNION ALL SELECT 'TAG', tag, NULL, start_at, creator
        FROM upcoming, LATERAL (SELECT DISTINCT tag FROM unnest(event_tags(tags)) tag) each) named),
  words AS (
    SELECT word, count(*) AS count, count(DISTINCT creator) AS creators, min(start_at) AS starts
    FROM upcoming, unnest(tsvector_to_array(exact)) word
    WHERE char_length(word) BETWEEN 3 AND 40
    GROUP BY word ORDER BY creators DESC, word LIMIT ${MAX_VOCABULARY})
  INSERT INTO suggestions (kind, folded, text, event_id, count, creators, creator, starts)
  -- Of tags that fold alike, such as hip-hop and hip hop, a list shows but one: the most frequent.
  (SELECT DISTINCT ON (kind, folded) kind, folded, (array_agg(text ORDER BY start_at, text))[1],
          (array_agg(id ORDER BY start_at, id))[1], count(*) AS count, count(DISTINCT creator) AS creators,
          CASE WHEN min(creator) = max(creator) THEN min(creator) END, min(start_at)
   FROM texts WHERE folded <> '' GROUP BY kind, folded, CASE kind WHEN 'TAG' THEN text END
   ORDER BY kind, folded, creators DESC, count DESC, min(start_at))
  UNION ALL SELECT 'WORD', word, word, NULL, count, creators, NULL, starts FROM words`;

/** The titles, tags, places and categories of upcoming and running events, and their words, as they were some minutes ago. */
@Injectable()
export class SuggestionsTable {
  private readonly logger = new Logger(SuggestionsTable.name);
  private readonly filled = new LRUCache<'table', { dueAt: number; isSlow: boolean }>({
    max: 1,
    ttl: MAX_AGE,
    noDeleteOnFetchRejection: true,
    fetchMethod: () => this.fill(),
  });

  constructor(private readonly transactions: Transactions) {}

  /**
   * Makes the table anew where it is too old: quickly made ones often, others every 15 minutes. Nobody waits for one that is slow to
   * make, while the old one will do. Where it fails, the old one stays.
   */
  async refresh(): Promise<void> {
    const last = this.filled.get('table');
    const refreshed = this.filled
      .fetch('table', { forceRefresh: last && performance.now() > last.dueAt })
      .catch((error: Error) => this.logger.warn(`Suggestions stay as they were: ${error.message}`));
    if (!last?.isSlow) await refreshed;
  }

  private async fill() {
    const begunAt = performance.now();
    await this.transactions.run(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await manager.query('DELETE FROM suggestions');
      await runLong(manager, FILL);
    });
    const took = performance.now() - begunAt;
    return { dueAt: begunAt + took * (TIMES_AS_LONG + 1), isSlow: took > QUICK };
  }
}
