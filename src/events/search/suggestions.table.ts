import { Injectable, Logger } from '@nestjs/common';
import { runLong, Transactions } from '../../database/transactions.js';
import { IS_UNENDED } from '../event.entity.js';
import { comingUp } from '../list/event-window.js';

/** Milliseconds that suggestions may be old; they are made anew after so many times as long as that takes. */
const MAX_AGE = 15 * 60_000;
const TIMES_AS_LONG = 100;
/** Events that are read: the soonest, those running, and the latest that were added. */
const MAX_EVENTS = 20_000;
const MAX_NEW = 1_000;
/** Words that are known. */
const MAX_VOCABULARY = 20_000;
/** Letters by which two texts differ. */
const MAX_FOLDED = 200;
/** The advisory lock of who makes the table anew, over all instances. */
const LOCK = 4_715_291_204;

const COLUMNS = 'e.id, title, tags, location, category, e.start_at, creator_id, exact';
const FILL = `
  WITH soon AS (
    ${comingUp(COLUMNS, MAX_EVENTS, `e.${IS_UNENDED}`)}
    UNION ALL
    SELECT * FROM (
      SELECT ${COLUMNS} FROM events e WHERE e.${IS_UNENDED} ORDER BY created_at DESC, id DESC LIMIT ${MAX_NEW}) new
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
  /** When the table is to be made anew, and from when on everybody waits for that. */
  private dueAt = 0;
  private expiresAt = 0;
  private filling?: Promise<void>;

  constructor(private readonly transactions: Transactions) {}

  /** Makes the table anew where it is too old; until then the old one will do. Where that fails, the old one stays. */
  async refresh(): Promise<void> {
    const now = performance.now();
    if (now >= this.dueAt) this.filling ??= this.fill(now);
    if (now >= this.expiresAt) await this.filling;
  }

  private async fill(begunAt: number): Promise<void> {
    try {
      await this.transactions.run(async (manager) => {
        await manager.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
        await manager.query('DELETE FROM suggestions');
        await runLong(manager, FILL);
      });
      this.dueAt = begunAt + Math.min(MAX_AGE, (performance.now() - begunAt) * (TIMES_AS_LONG + 1));
      this.expiresAt = begunAt + MAX_AGE;
    } catch (error) {
      this.logger.warn(`Suggestions stay as they were: ${(error as Error).message}`);
    }
    this.filling = undefined;
  }
}
