import { Injectable } from '@nestjs/common';
import { DAY_MS, formatInstant } from '../../common/instant.js';
import { Where } from '../../database/criteria.js';
import { Database } from '../../database/database.js';
import { Replicas } from '../../database/replicas/replicas.js';
import { ASSUMED_HOURS } from '../../events/event.criteria.js';
import { IS_UNENDED } from '../../events/event-status.js';
import { EventSearch } from '../../events/search/event.search.js';
import type { When } from './interpreter.js';
import { isCommonWord } from './offline/read-topics.js';
import { type Add, has, wordsOf } from './topics.sql.js';

/** Words of a message that are looked for. */
const MAX_WORDS = 16;
/** Events that are compared at most: the soonest that have any of the words. */
const MAX_COMPARED = 1_000;
/** How long ago a running event may have begun. */
const LONGEST_RUNNING = 92 * DAY_MS;
/** SQL of when an event ends, known or assumed. */
const END = `coalesce(t.end_at, t.start_at + interval '${ASSUMED_HOURS} hours')`;
/** Rare is what few of so many titles have, at least: of two, each word would be in every second one. */
const LEAST_COMPARED = 100;
/** What a word counts for in the title, in tags or place, and in the text. */
const [IN_TITLE, IN_TAGS, IN_TEXT] = [1, 0.9, 0.6];
/** What a common word counts for beside another one, and an event at another time than the one that is asked for. */
const COMMON = 0.25;
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

/** An event with the words that it has, each a bit. */
interface Compared {
  id: string;
  title: string;
  startAt: string;
  endAt: string;
  inTitle: number;
  inTags: number;
  inText: number;
}

/** What a message is compared with. */
interface Asked {
  /** The words of the message. */
  said: string[];
  /** In milliseconds since the epoch. */
  now: number;
  /** The time that is asked for. */
  when: When | null;
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
  async meant(asked: Asked, shown: readonly string[]): Promise<string[]> {
    const all = await this.compare(asked);
    const [best] = all;
    const coverOfShown = Math.max(0, ...all.filter(({ id }) => shown.includes(id)).map(({ cover }) => cover));
    if (!best?.isNamed || best.cover < LEAST_COVER || best.cover < coverOfShown + LEAST_MORE) return [];
    return all
      .filter(({ cover }) => cover >= best.cover * NEARLY)
      .slice(0, MOST_MEANT)
      .map(({ id }) => id);
  }

  /** The events to come with any of the words, those first that cover the most of them. */
  private async compare({ said, now, when }: Asked): Promise<Covering[]> {
    const words = said.slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const where = new Where();
    const add: Add = (value) => where.parameter(value);
    where.and(has(wordsOf(words), add));
    where.and(`t.${IS_UNENDED} AND t.start_at >= ${add(formatInstant(now - LONGEST_RUNNING))}`);
    where.and(`${END} > ${add(formatInstant(now))}`);
    const sought = { columns: 't.id, t.start_at', rows: MAX_COMPARED, name: 'worded' };
    const ctes = await this.search.soonest(where, sought);
    const bits = (weights: string) =>
      words.map((word, at) => `((${has(wordsOf([word], weights), add)})::int << ${at})`).join(' | ');
    const text = `
      WITH ${ctes} SELECT t.id, t.title, t.start_at AS "startAt", ${END} AS "endAt",
        ${bits(':A')} AS "inTitle", ${bits(':B')} AS "inTags", ${bits('')} AS "inText"
      FROM events t WHERE t.id IN (SELECT id FROM worded) ORDER BY t.start_at`;
    const values = where.values;
    return compared(
      await this.database.readOn<Compared>(this.replicas.forAll(), { text, values }),
      words,
      when,
    );
  }
}

/** How much of the words each event covers: the rarer a word, the more it counts. */
function compared(events: Compared[], words: string[], when: When | null): Covering[] {
  const titles = [...new Map(events.map((event) => [event.title, event])).values()];
  const count = Math.max(LEAST_COMPARED, titles.length);
  const weights = words.map((word, at) => {
    const having = titles.filter(({ inText }) => inText & (1 << at)).length;
    if (isCommonWord(word) && having === 0) return 0;
    return Math.log((count + 1) / (having + 0.5)) * (isCommonWord(word) ? COMMON : 1);
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shareOf = ({ inTitle, inTags, inText }: Compared, at: number) => {
    const has = (bits: number) => (bits & (1 << at)) !== 0;
    return has(inTitle) ? IN_TITLE : has(inTags) ? IN_TAGS : has(inText) ? IN_TEXT : 0;
  };
  return events
    .map((event) => {
      const covered = weights.reduce((sum, weight, at) => sum + weight * shareOf(event, at), 0);
      return {
        id: event.id,
        cover:
          all === 0 ? 0 : (covered / all) * (when === null || isDuring(event, when) ? 1 : AT_ANOTHER_TIME),
        isNamed: words.some((word, at) => event.inTitle & (1 << at) && !isCommonWord(word)),
      };
    })
    .toSorted((one, other) => other.cover - one.cover);
}

function isDuring({ startAt, endAt }: Compared, { from, to }: When): boolean {
  return Date.parse(endAt) > from && Date.parse(startAt) < (to ?? Number.POSITIVE_INFINITY);
}
