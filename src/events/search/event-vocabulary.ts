import { Injectable } from '@nestjs/common';
import { DAY_MS, formatInstant } from '../../common/instant.js';
import { Remembered } from '../../common/remembered.js';
import { Database } from '../../database/database.js';
import { IS_UNENDED } from '../event-status.js';
import { Spelling, wordsIn } from './spelling.js';

/** Milliseconds that the words may be old, and how many times as long as it took to read them. */
const MAX_AGE = 5 * 60_000;
const TIMES_AS_LONG = 100;
/** Events to come that are read for their words: the soonest, and those among the latest that were added. */
const MAX_EVENTS = 5_000;
const MAX_NEW = 1_000;
/** Words that are kept, those of the soonest events: comparing with all of them takes some milliseconds. */
const MAX_WORDS = 20_000;

/** The words of what is to come, in titles, tags and places: read only when asked for, and for a hundredth of the time at most. */
@Injectable()
export class EventVocabulary {
  private readonly words = new Remembered<Spelling>(MAX_AGE, TIMES_AS_LONG);

  constructor(private readonly database: Database) {}

  /** The words as they were at most five minutes ago. */
  spelling(): Promise<Spelling> {
    return this.words.get(() => this.readWords());
  }

  private async readWords(): Promise<Spelling> {
    const rows = await this.database.query<{ text: string }>({
      text: `SELECT concat_ws(' ', t.title, array_to_string(t.tags, ' '), t.location ->> 'name') AS text FROM events t
             WHERE t.id IN (
               (SELECT t.id FROM events t WHERE t.${IS_UNENDED} AND t.start_at >= $1 ORDER BY t.start_at LIMIT ${MAX_EVENTS})
               UNION
               SELECT t.id FROM (SELECT * FROM events ORDER BY created_at DESC, id DESC LIMIT ${MAX_NEW}) t
               WHERE t.${IS_UNENDED} AND t.start_at >= $1)
             ORDER BY t.start_at`,
      values: [yesterday()],
    });
    const counts = new Map<string, number>();
    for (const { text } of rows)
      for (const word of new Set(wordsIn(text)))
        if (counts.size < MAX_WORDS || counts.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return new Spelling(counts);
  }
}

/** What is running has mostly begun since. */
function yesterday(): string {
  return formatInstant(Date.now() - DAY_MS);
}
