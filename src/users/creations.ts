import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../common/config.js';
import { Problem } from '../common/problem.js';
import { type Statement, Statements } from '../database/statements.js';
import type { CreationKind } from './creation-count.entity.js';

/** Hours that are added up: this one and the 24 before it. So no 24 hours hold more than the limit. */
const HOURS = 25;
const THIS_HOUR = `floor(extract(epoch FROM now()) / 3600)::int`;
const WORDS: Record<CreationKind, string> = {
  EVENT: 'created %d events and gigs',
  APPLICATION: 'sent %d applications',
  CONVERSATION: 'begun %d conversations',
};

/**
 * Holds each user to `DAILY_CREATIONS` of each kind over all instances (rules.md, "Limits"). What is deleted still
 * counts; what is refused or rolled back does not.
 */
@Injectable()
export class Creations {
  private readonly limit = this.config.DAILY_CREATIONS;

  constructor(
    private readonly statements: Statements,
    private readonly config: Config,
  ) {}

  /**
   * Refuses a user who is at the limit before any work is done for them. It locks nothing, so only `count` and
   * `counting` are sure.
   * @throws Problem LIMIT_REACHED
   */
  async assertRoom(userId: string, kind: CreationKind): Promise<void> {
    if (this.limit === null) return;
    const [row] = await this.statements.query<{ created: number }>({
      name: 'creations',
      text: `SELECT ${recent(THIS_HOUR)} AS created FROM creation_counts c WHERE user_id = $1 AND kind = $2`,
      values: [userId, kind],
    });
    if (row && row.created >= this.limit) throw this.refusal(kind);
  }

  /** Counts a creation in the transaction that makes it, if any. @throws Problem LIMIT_REACHED */
  async count(userId: string, kind: CreationKind, manager?: EntityManager): Promise<void> {
    if (this.limit === null) return;
    const text = `${add(1)} RETURNING 1`;
    const values = [[userId], kind, this.limit];
    const counted = await this.statements.query({ name: 'count creation', text, values }, { manager });
    if (counted.length === 0) throw this.refusal(kind);
  }

  /**
   * Makes a statement count one creation for each time that a user is listed. The statement finds in `counted (user_id)`
   * the users who had room for all of theirs. For the others nothing is counted.
   */
  counting(kind: CreationKind, userIds: unknown[], { text, values }: Statement): Statement {
    return {
      text: `WITH counted AS (${add(values.length + 1)} RETURNING user_id) ${text}`,
      values: [...values, userIds, kind, this.limit],
    };
  }

  /** Whether there is a limit at all. */
  get areLimited(): boolean {
    return this.limit !== null;
  }

  refusal(kind: CreationKind): Problem {
    const what = WORDS[kind].replace('%d', String(this.limit));
    return new Problem('LIMIT_REACHED', `You have ${what} within 24 hours, which is the limit.`);
  }
}

/** SQL: how much of a row `c` still counts in an hour. */
function recent(hour: string): string {
  return `coalesce((SELECT sum(n) FROM unnest(c.counts[1:${HOURS} - greatest(0, ${hour} - c.hour)]) n), 0)::int`;
}

/**
 * SQL that adds one for each time that a user is listed. A row is locked before its condition is judged, so it counts
 * what others have added. The users are sorted, so that two statements do not deadlock.
 * @param first the number of its first parameter: users; then kind and limit
 */
function add(first: number): string {
  const [users, kind, limit] = [`$${first}::text[]`, `$${first + 1}::text`, `$${first + 2}::int`];
  return `
    INSERT INTO creation_counts AS c (user_id, kind, hour, counts)
    SELECT user_id, ${kind}, ${THIS_HOUR}, ARRAY[count(*)::int] FROM unnest(${users}) AS user_id
    GROUP BY user_id HAVING count(*) <= ${limit} ORDER BY user_id
    ON CONFLICT (user_id, kind) DO UPDATE SET
      hour = greatest(c.hour, excluded.hour),
      counts = (CASE WHEN excluded.hour > c.hour
                  THEN excluded.counts || array_fill(0, ARRAY[least(excluded.hour - c.hour, ${HOURS}) - 1]) || c.counts
                  ELSE ARRAY[c.counts[1] + excluded.counts[1]] || c.counts[2:] END)[1:${HOURS}]
    WHERE ${recent('excluded.hour')} + excluded.counts[1] <= ${limit}`;
}
