import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { runLong, Transactions } from '../../database/transactions.js';
import { IS_UNENDED } from '../event.entity.js';
import { comingUp } from '../list/event-window.js';
import type { SuggestionDto, SuggestionsDto, SuggestionsQuery } from './finding.dto.js';
import { Searches } from './searches.js';
import { SpellingService } from './spelling.service.js';

/** Milliseconds that suggestions may be old; they are made anew after so many times as long as that takes. */
const MAX_AGE = 15 * 60_000;
const TIMES_AS_LONG = 100;
/** Events that are read: the soonest, those running, and the latest that were added. */
const MAX_EVENTS = 20_000;
const MAX_NEW = 1_000;
/** Words that are known, and letters by which two texts differ. */
const MAX_VOCABULARY = 20_000;
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

/** Words of what was typed that count. */
const MAX_WORDS = 6;
/** The share of an answer that one user's texts may have, and how many they may be in any case. */
const SHARE = 0.5;
const MOST_OF_EACH = 2;

/**
 * `$1`: a query of beginnings of words, or null for all; `$2`: what the best begin with; `$3`: how many; `$4`: how many of
 * one user. What many people offer comes first, then one text of each, and so on: nobody fills the list alone.
 */
const FIND = `
  WITH found AS (
    SELECT *, starts_with(folded, btrim(fold($2))) AS begins,
      array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind) AS rank
    FROM suggestions
    WHERE kind <> 'WORD'
      AND ($1::text IS NULL OR to_tsvector('pg_catalog.simple', folded) @@ to_tsquery('pg_catalog.simple', plain_letters($1)))),
  counted AS (
    SELECT *, CASE WHEN creator IS NOT NULL
      THEN row_number() OVER (PARTITION BY creator ORDER BY begins DESC, rank, starts, folded) END AS nth FROM found)
  SELECT kind, text, event_id AS "eventId", count, creator FROM counted
  WHERE nth IS NULL OR nth <= $4
  ORDER BY begins DESC, creators DESC, nth, rank, starts, folded LIMIT $3`;

/** A suggestion, and who offers it where that is one user alone. */
type Found = SuggestionDto & { creator: string | null };

/** The writer, as `Transactions` knows it. */
const SUGGESTIONS = Symbol('suggestions');

/** What somebody who types may mean, of upcoming and running events. */
@Injectable()
export class SuggestionsService {
  private readonly logger = new Logger(SuggestionsService.name);
  /** When the table is to be made anew, and from when on everybody waits for that. */
  private dueAt = 0;
  private expiresAt = 0;
  private filling?: Promise<void>;

  constructor(
    private readonly transactions: Transactions,
    private readonly spelling: SpellingService,
    private readonly searches: Searches,
  ) {}

  /** Texts with words that begin so; then those whose words are spelled alike. @throws Problem UNAVAILABLE where too many search */
  async list(caller: Caller, { q = '', limit }: SuggestionsQuery): Promise<SuggestionsDto> {
    await this.refresh();
    const words = wordsOf(q);
    if (words.length === 0 && q !== '') return { data: [] };
    const found = await this.find(words, limit!, caller.id);
    return { data: found.map(({ creator: _, ...suggestion }) => suggestion) };
  }

  /** Other spellings of a search, the likeliest first. */
  async alternatives(q: string, userId: string): Promise<string[]> {
    await this.refresh();
    return this.spelling.alternatives(q, userId);
  }

  private async find(words: string[], limit: number, userId: string): Promise<Found[]> {
    const most = Math.max(MOST_OF_EACH, Math.ceil(limit * SHARE));
    const beginningWith = (query: string[]) => {
      const beginnings = query.length > 0 ? query.map((word) => `${word}:*`).join(' & ') : null;
      const values = [beginnings, query.join(' '), limit, most];
      return this.searches.read<Found>({ text: FIND, values }, { userId });
    };
    const found = [...(await beginningWith(words))];
    if (found.length === limit || words.length === 0) return found;
    for (const respell of await this.spelling.respellings(words, userId, true))
      for (const each of await beginningWith(words.map(respell))) {
        const isKnown = found.some(({ kind, text }) => kind === each.kind && text === each.text);
        const ofCreator = found.filter(({ creator }) => creator !== null && creator === each.creator);
        if (found.length < limit && !isKnown && ofCreator.length < most) found.push(each);
      }
    return found;
  }

  /** Makes the table anew where it is too old; until then the old one will do. Where that fails, the old one stays. */
  private async refresh(): Promise<void> {
    const now = performance.now();
    if (now >= this.dueAt) this.filling ??= this.fill(now);
    if (now >= this.expiresAt) await this.filling;
  }

  private async fill(begunAt: number): Promise<void> {
    try {
      await this.transactions.run(SUGGESTIONS, async (manager) => {
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

function wordsOf(typed: string): string[] {
  const plain = typed.normalize('NFKD').replace(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}
