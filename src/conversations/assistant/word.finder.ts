import { Injectable } from '@nestjs/common';
import { formatInstant } from '../../common/instant.js';
import { Where } from '../../database/criteria.js';
import { Database } from '../../database/database.js';
import { Replicas } from '../../database/replicas/replicas.js';
import type { EventType } from '../../events/event.entity.js';
import { IS_UNENDED } from '../../events/event-status.js';
import { EventSearch } from '../../events/search/event-search.js';
import { isTitled } from './called.js';
import { LONGEST_RUNNING } from './event.finder.js';
import type { When } from './interpreter.js';
import { COMMON_WEIGHT, isCommonWord } from './offline/read-topics.js';
import { END } from './times-and-pay.sql.js';
import { type Add, has, wordsOf } from './topics.sql.js';

/** Words of a message that are looked for. */
const MAX_WORDS = 12;
/** Events that are compared at most: the soonest that have any of the words. */
const MAX_COMPARED = 300;
/** Rare is what few of so many titles have, at least: of two, each word would be in every second one. */
const LEAST_COMPARED = 100;
/** What a word counts for by where it stands: A is the title, B tags and place, D the text. */
const PLACES = { A: 1, B: 0.9, D: 0.6, NOWHERE: 0 };
/** What an event counts for at another time than the one that is asked for. */
const AT_ANOTHER_TIME = 0.8;
/** The least cover of what is meant, and by how much it has to exceed that of what else is shown. */
const LEAST_COVER = 0.45;
const LEAST_MORE = 0.08;
/** What covers nearly as much as the best is meant as well; so many at most. */
const NEARLY = 0.9;
const MOST_MEANT = 3;

/** An event, and how much of a message its own words cover, from 0, nothing, to 1, all of it. */
interface Covering {
  id: string;
  cover: number;
  /** An uncommon word of the message stands in its title. */
  isNamed: boolean;
}

/** An event, and where it has each of the words: in the title, in tags or place, in the text, or nowhere. */
interface Compared {
  id: string;
  startAt: string;
  endAt: string;
  title: string;
  places: (keyof typeof PLACES)[];
}

/** What a message is compared with. */
interface Asked {
  /** The words of the message. */
  said: string[];
  /** In milliseconds since the epoch. */
  now: number;
  /** The time that is asked for. */
  when: When | null;
  /** The type that is asked for; null: any. */
  type: EventType | null;
}

/** Finds events by the words that a message shares with them, however it puts them: for what rules have misread. */
@Injectable()
export class WordFinder {
  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
    private readonly search: EventSearch,
  ) {}

  /**
   * The ids of those events to come that a message means by its words, the best first, at most three; none where it names none, or where
   * what is shown anyway covers as much of it.
   */
  async meant(asked: Asked, shown: string[]): Promise<string[]> {
    const all = await this.compare(asked, shown);
    const [best] = all;
    const coverOfShown = Math.max(0, ...all.filter(({ id }) => shown.includes(id)).map(({ cover }) => cover));
    if (!best?.isNamed || best.cover < LEAST_COVER || best.cover < coverOfShown + LEAST_MORE) return [];
    return all
      .filter(({ cover }) => cover >= best.cover * NEARLY)
      .slice(0, MOST_MEANT)
      .map(({ id }) => id);
  }

  /** The ids of the events to come, the soonest first, whose titles are this, or this up to a colon, a dash or its author. */
  async titled(title: string, now: number): Promise<string[]> {
    const where = toCome(wordsOf([title], ':A'), now);
    const sought = { columns: 't.id, t.start_at, t.title', rows: MAX_COMPARED, name: 'titled' };
    const text = `WITH ${await this.search.soonest(where, sought)} SELECT id, title FROM titled ORDER BY start_at`;
    const query = { text, values: where.values };
    const events = await this.database.readOn<{ id: string; title: string }>(this.replicas.forAll(), query);
    return events.filter((event) => isTitled(event.title, title)).map(({ id }) => id);
  }

  /** The soonest events to come with any of the uncommon words, and those that are shown: first what covers the most of all words. */
  private async compare({ said, now, when, type }: Asked, shown: string[]): Promise<Covering[]> {
    const words = said.slice(0, MAX_WORDS);
    const uncommon = words.filter((word) => !isCommonWord(word));
    if (uncommon.length === 0) return [];
    const where = toCome(wordsOf(uncommon), now);
    const add: Add = (value) => where.parameter(value);
    if (type !== null) where.and(`t.type = ${add(type)}`);
    const sought = { columns: 't.id, t.start_at', rows: MAX_COMPARED, name: 'worded' };
    const ctes = await this.search.soonest(where, sought);
    const placeOf = (word: string) => {
      const stands = (weights: string) => has(wordsOf([word], weights), add);
      return `CASE WHEN NOT ${stands('')} THEN 'NOWHERE' WHEN ${stands(':A')} THEN 'A' WHEN ${stands(':B')} THEN 'B' ELSE 'D' END`;
    };
    const text = `
      WITH ${ctes} SELECT t.id, t.title, t.start_at AS "startAt", ${END} AS "endAt", ARRAY[${words.map(placeOf).join(', ')}] AS places
      FROM events t WHERE t.id IN (SELECT id FROM worded UNION SELECT id FROM events WHERE id = ANY(${add(shown)}::uuid[]))
      ORDER BY t.start_at`;
    const values = where.values;
    return compared(
      await this.database.readOn<Compared>(this.replicas.forAll(), { text, values }),
      words,
      when,
    );
  }
}

/** The condition of events with some words that are to come or go on. */
function toCome(words: string, now: number): Where {
  const where = new Where();
  const add: Add = (value) => where.parameter(value);
  where.and(has(words, add));
  where.and(`t.${IS_UNENDED} AND t.start_at >= ${add(formatInstant(now - LONGEST_RUNNING))}`);
  where.and(`${END} > ${add(formatInstant(now))}`);
  return where;
}

/** How much of the words each event covers: the rarer a word, the more it counts. */
function compared(events: Compared[], words: string[], when: When | null): Covering[] {
  const titles = [...new Map(events.map((event) => [event.title, event])).values()];
  const count = Math.max(LEAST_COMPARED, titles.length);
  const weights = words.map((word, at) => {
    const having = titles.filter(({ places }) => places[at] !== 'NOWHERE').length;
    if (isCommonWord(word) && having === 0) return 0;
    return Math.log((count + 1) / (having + 0.5)) * (isCommonWord(word) ? COMMON_WEIGHT : 1);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return events
    .map((event) => {
      const covered = weights.reduce((sum, weight, at) => sum + weight * PLACES[event.places[at]!], 0);
      return {
        id: event.id,
        cover:
          all === 0 ? 0 : (covered / all) * (when === null || isDuring(event, when) ? 1 : AT_ANOTHER_TIME),
        isNamed: words.some((word, at) => event.places[at] === 'A' && !isCommonWord(word)),
      };
    })
    .toSorted((one, other) => other.cover - one.cover);
}

function isDuring({ startAt, endAt }: Compared, { from, to }: When): boolean {
  return Date.parse(endAt) > from && Date.parse(startAt) < (to ?? Number.POSITIVE_INFINITY);
}
