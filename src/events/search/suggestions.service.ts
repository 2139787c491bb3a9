import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { Caller } from '../../common/access.js';
import { Config } from '../../common/config.js';
import { runLong, Transactions } from '../../database/transactions.js';
import { Job, JobsService } from '../../jobs/jobs.service.js';
import { inUtc, type JobContext, type JobResult, SCHEDULE } from '../../jobs/schedule.js';
import { isUnended, upcomingAndRunning } from '../event-conditions.js';
import type { SuggestionDto, SuggestionsDto, SuggestionsQuery } from './finding.dto.js';
import { Searches } from './searches.js';
import { SpellingService } from './spelling.service.js';

/** Timeout of a fill in milliseconds. It takes some seconds, and more on a busy machine. */
const TIMEOUT = 120_000;
/** Limits of next events, of those whose texts are read, and of the newest ones, which are always read. */
const [MAX_NEXT, MAX_EVENTS, MAX_NEW] = [50_000, 20_000, 1_000];
/** Maximum rows per creator and kind, and per kind. As many events of each creator are read first. */
const [MAX_OF_CREATOR, MAX_OF_KIND] = [200, 20_000];
/** Letters by which texts are distinguished. */
const MAX_FOLDED = 200;
/** Maximum letters of indexed prefixes and of short ones, and maximum rows of a short prefix. */
const [LETTERS, SHORT, MAX_OF_SHORT] = [3, 2, 1_000];
/** Maximum number of words of the input; more are ignored. */
const MAX_WORDS = 6;
/** Maximum share of a response for texts of one creator, and the number that is allowed in any case. */
const [SHARE, MOST_OF_EACH] = [0.5, 2];

/** The order of the rows of one creator, and the row number in it; null if several creators have the text. */
const OWN_ORDER = `begins DESC, array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind), starts, folded`;
const nthOf = (creator: string) =>
  `CASE WHEN creator IS NOT NULL THEN row_number() OVER (PARTITION BY ${creator} ORDER BY ${OWN_ORDER}) END AS nth`;
/** Texts of many creators come first, then one of each creator, and so on: no creator fills a list alone. */
const ORDER = `begins DESC, creators DESC, nth, ${OWN_ORDER}`;

/**
 * Fills the table, which has no entity: only SQL of this folder uses it. For each creator and kind, it
 * selects the texts that most creators have, then those of most events, then the soonest. Of tags with the
 * same folded text, such as hip-hop and hip hop, it selects the most frequent.
 */
const FILL = `
  WITH soonest AS (
    SELECT id, start_at, row_number() OVER (PARTITION BY coalesce(creator_id, id::text) ORDER BY start_at, id) AS nth
    FROM (${upcomingAndRunning('e.id, e.start_at, e.creator_id', MAX_NEXT, isUnended('e'))}) next),
  newest AS (SELECT id, start_at FROM events e WHERE ${isUnended('e')} ORDER BY created_at DESC, id DESC LIMIT ${MAX_NEW}),
  upcoming AS MATERIALIZED (
    SELECT id, title, tags, location, category, start_at, exact, coalesce(creator_id, id::text) AS creator FROM events WHERE id IN (
      (SELECT id FROM soonest ORDER BY nth > ${MAX_OF_CREATOR}, start_at LIMIT ${MAX_EVENTS})
      UNION SELECT id FROM newest WHERE start_at >= now())),
  texts AS MATERIALIZED (
    SELECT kind, CASE kind WHEN 'WORD' THEN text ELSE left(btrim(fold(text)), ${MAX_FOLDED}) END AS folded, text,
      event_id, start_at, creator
    FROM upcoming, LATERAL (
      VALUES ('EVENT', title, id), ('PLACE', location ->> 'name', NULL), ('CATEGORY', category, NULL)
      UNION ALL SELECT DISTINCT 'TAG', tag, NULL::uuid FROM unnest(event_tags(tags)) tag
      UNION ALL SELECT 'WORD', word, NULL FROM unnest(tsvector_to_array(exact)) word
        WHERE char_length(word) BETWEEN 3 AND 40) named (kind, text, event_id)),
  offers AS (
    SELECT kind, folded, CASE kind WHEN 'TAG' THEN text END AS tag, creator, count(*) AS count, min(start_at) AS starts,
      (array_agg(text ORDER BY start_at, text))[1] AS text, (array_agg(event_id ORDER BY start_at, event_id))[1] AS event_id
    FROM texts WHERE folded <> '' GROUP BY kind, folded, tag, creator),
  offered AS (
    SELECT kind, folded, creator, sum(count) OVER same AS count, count(*) OVER same AS creators,
      first_value(text) OVER same AS text, first_value(event_id) OVER same AS event_id, first_value(starts) OVER same AS starts
    FROM offers WINDOW same AS (PARTITION BY kind, folded, tag ORDER BY starts, text, event_id
                                ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)),
  bounded AS (
    SELECT DISTINCT ON (kind, folded) * FROM (
      SELECT *, row_number() OVER (PARTITION BY kind, creator ORDER BY creators DESC, count DESC, starts, folded) AS of_creator
      FROM offered) ranked WHERE of_creator <= ${MAX_OF_CREATOR} ORDER BY kind, folded, creators DESC, count DESC, starts),
  selected AS MATERIALIZED (
    SELECT kind, folded, text, event_id, count, creators, CASE creators WHEN 1 THEN creator END AS creator, starts
    FROM (SELECT *, row_number() OVER (PARTITION BY kind ORDER BY creators DESC, starts, folded) AS of_kind FROM bounded) ranked
    WHERE of_kind <= ${MAX_OF_KIND}),
  candidates AS (
    SELECT DISTINCT kind, folded, creator, creators, starts, beginning, starts_with(folded, beginning) AS begins
    FROM selected, unnest(string_to_array(folded, ' ')) word, generate_series(0, ${LETTERS}) letters, left(word, letters) beginning
    WHERE kind <> 'WORD'),
  prefixes AS (
    SELECT kind, folded, array_agg(beginning) AS beginnings FROM (
      SELECT *, row_number() OVER (PARTITION BY beginning ORDER BY ${ORDER}) AS place
      FROM (SELECT *, ${nthOf('beginning, creator')} FROM candidates) counted) ranked
    WHERE place <= ${MAX_OF_SHORT} OR char_length(beginning) > ${SHORT} GROUP BY kind, folded)
  INSERT INTO suggestions (kind, folded, text, event_id, count, creators, creator, starts, beginnings)
  SELECT selected.*, coalesce(beginnings, '{}') FROM selected LEFT JOIN prefixes USING (kind, folded)`;

/**
 * Finds suggestions. `$1`: the words; `$2`: those of them that the index is queried for; `$3`: the limit;
 * `$4`: the limit per creator; `$5`: the input. Suggestions that begin with the input come first.
 */
const FIND = `
  WITH found AS (
    SELECT *, starts_with(folded, btrim(fold($5))) AS begins FROM suggestions
    WHERE kind <> 'WORD' AND beginnings @> ARRAY(SELECT left(plain_letters(word), ${LETTERS}) FROM unnest($2::text[]) word)
      AND ' ' || folded LIKE ALL (ARRAY(SELECT '% ' || plain_letters(word) || '%' FROM unnest($1::text[]) word)))
  SELECT kind, text, event_id AS "eventId", count, creator FROM (SELECT *, ${nthOf('creator')} FROM found) counted
  WHERE nth IS NULL OR nth <= $4 ORDER BY ${ORDER} LIMIT $3`;

/** A suggestion, and its creator if there is only one. */
type SuggestionRow = SuggestionDto & { creator: string | null };

/** Suggests texts of upcoming and running events, from a table that a job fills every 15 minutes. */
@Injectable()
export class SuggestionsService implements OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly jobs: JobsService,
    private readonly config: Config,
    private readonly spelling: SpellingService,
    private readonly searches: Searches,
  ) {}

  onApplicationBootstrap(): void {
    const recent = `SELECT FROM suggestions WHERE made_at > now() - interval '15 minutes' LIMIT 1`;
    const isStale = async () => (await this.dataSource.query(recent)).length === 0;
    if (this.config.SCHEDULER_ENABLED) void this.jobs.runAtStart('suggestions', isStale);
  }

  @Cron(SCHEDULE.suggestions, inUtc('suggestions'))
  everyQuarterHour(): Promise<void> {
    return this.jobs.tick('suggestions');
  }

  /** Texts with words that begin with the input, then with corrected ones. @throws Problem UNAVAILABLE */
  async list({ id: userId }: Caller, { q = '', limit }: SuggestionsQuery): Promise<SuggestionsDto> {
    const words = q === '' ? [q] : wordsOf(q);
    const most = Math.max(MOST_OF_EACH, Math.ceil(limit! * SHARE));
    const isLong = (word: string) => [...word].length > SHORT;
    const beginningWith = (query: string[]) => {
      const values = [query, query.some(isLong) ? query.filter(isLong) : query, limit, most, query.join(' ')];
      return this.searches.read<SuggestionRow>({ text: FIND, values }, { userId });
    };
    const found = words.length > 0 ? [...(await beginningWith(words))] : [];
    if (found.length < limit!)
      for (const respell of await this.spelling.respellings(words, userId, true))
        for (const each of await beginningWith(words.map(respell))) {
          const isListed = found.some(({ kind, text }) => kind === each.kind && text === each.text);
          const ofCreator = found.filter(({ creator }) => creator !== null && creator === each.creator);
          if (found.length < limit! && !isListed && ofCreator.length < most) found.push(each);
        }
    return { data: found.map(({ creator: _, ...suggestion }) => suggestion) };
  }

  /** Refills the table in one transaction. Readers see the old rows until it commits. */
  @Job('suggestions')
  async fill({ signal }: JobContext): Promise<JobResult> {
    const suggestions = await this.transactions.runExclusive('suggestions', async (manager) => {
      const [{ pid }] = await manager.query('SELECT pg_backend_pid() AS pid');
      await manager.query('DELETE FROM suggestions');
      signal.throwIfAborted();
      const cancel = () => this.dataSource.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => {});
      signal.addEventListener('abort', cancel);
      return runLong(manager, FILL, [], TIMEOUT).finally(() => signal.removeEventListener('abort', cancel));
    });
    return { outcome: 'SUCCEEDED', suggestions };
  }
}

function wordsOf(input: string): string[] {
  const plain = input.normalize('NFKD').replace(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}
