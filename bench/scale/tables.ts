import type pg from 'pg';
import { loadEvents } from '../data/events.js';
import type { Loader, LoadTime } from '../data/loader.js';
import { loadApplicationsOfOthers, loadNotifications, loadReceived } from '../data/participation.js';
import type { Pair } from '../pair.js';
import { type Fixture, pickEvents, prepareCursors, prepareOwnEvents } from '../scenarios/fixture.js';
import { GigSupply } from '../scenarios/gig-supply.js';
import { signTokens, userId } from '../tokens.js';

/** Connections of the load: so few that requests hardly wait for each other. */
export const CONNECTIONS = 4;
/** Notifications of each user who calls. */
const INBOX = 300;
/** Applications for the gigs of each user who calls. */
const DESK = 300;

const NONE = new GigSupply([], CONNECTIONS);

/** How large the tables have become, and how long that took. */
export interface Growth {
  loads: LoadTime[];
  /** Bytes of the tables of events, notifications and applications with their indexes. */
  bytes: number;
}

/** The tables of a run over several sizes. They grow from one size to the next. */
export class Tables {
  private events = 0;
  private notifications = 0;
  private applications = 0;
  private users = 0;

  constructor(
    private readonly loader: Loader,
    private readonly database: pg.Client,
  ) {}

  /** Adds events until there are so many, and as many notifications and applications. */
  async growTo(size: number): Promise<Growth> {
    this.users += CONNECTIONS;
    const recipients = this.callers.flatMap((user) => Array.from({ length: INBOX }, () => user));
    const loads = [
      await loadEvents(this.loader, this.events, size),
      await loadNotifications(this.loader, recipients, size - this.notifications - recipients.length),
      await loadApplicationsOfOthers(this.loader, this.applications, size),
    ];
    this.events = size;
    this.notifications = size;
    this.applications = size;
    const { rows } = await this.database.query(
      `SELECT (pg_total_relation_size('events') + pg_total_relation_size('notifications')
               + pg_total_relation_size('applications'))::float8 AS bytes`,
    );
    return { loads, bytes: rows[0].bytes };
  }

  /** What the scenarios need to know. Each size has callers of its own, whose inboxes are always as large. */
  async prepare(pair: Pair, signal: AbortSignal): Promise<Fixture> {
    const tokens = await signTokens(CONNECTIONS, this.users - CONNECTIONS);
    const ownEvents = await prepareOwnEvents(this.loader, this.callers);
    await loadReceived(this.database, this.callers, DESK);
    return {
      tokens,
      ...(await pickEvents(this.database)),
      ...ownEvents,
      ...(await prepareCursors(pair, tokens, this.events, signal)),
      // No scenario of this run applies to a gig.
      ownGigs: [],
      gigs: { service: NONE, baseline: NONE, 'baseline-go': NONE },
    };
  }

  /** Deletes the events of the callers and what was sent to them: they do not count to the size. */
  async forgetCallers(): Promise<void> {
    await this.database.query('DELETE FROM events WHERE creator_id = ANY($1)', [this.callers]);
    await this.database.query('DELETE FROM applications WHERE owner_id = ANY($1)', [this.callers]);
    await this.database.query('VACUUM events, applications');
  }

  private get callers(): string[] {
    return Array.from({ length: CONNECTIONS }, (_, index) => userId(this.users - CONNECTIONS + index));
  }
}
