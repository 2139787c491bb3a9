import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { ReplicationMode } from 'typeorm';
import { Config } from '../../common/config.js';
import { Measured, type Sample, samplesOf } from '../../common/discovery.js';
import { Serialized } from '../../common/http/serialized.js';
import { isUuid } from '../../common/text.js';
import { Statements } from '../../database/statements.js';
import type { EventDto } from '../events.dto.js';
import { columnsOf, type EventProperty, RESPONSE_PROPERTIES, type StoredEvent } from '../stored-event.js';
import type { View } from './events-query.dto.js';

/** The properties that identify one state of an event. */
const STATE = ['version', 'updatedAt', 'xmin'] as const;
/** The properties that are needed to look up the JSON and the expansions of an event. */
const HEAD = ['id', 'type', 'creatorId', 'version', 'updatedAt'] satisfies EventProperty[];

/** A row of an event before it is serialized. With `near`, it has the distance in metres. */
export type EventRow = StoredEvent & { xmin?: string; distance?: number };
export type EventHead = Pick<EventRow, (typeof HEAD)[number] | 'xmin'>;

export type EventView = View | 'whole';

export interface SerializedEvent extends EventHead {
  serialized: Serialized<EventDto>;
}

/** The row for a requested id. Its other members are null if the cached state is current. */
type LoadedRow = EventRow & { heldId: string };

/** Maximum number of events that one statement reads. */
const MAX_IDS = 100;
/** Approximate bytes of a cached event besides its JSON. */
const OVERHEAD = 500;

/**
 * Caches the JSON of events by their states. The cache makes no response stale: each reads the states from
 * the database, and no two states of an event are equal. Each change by the service adds one to the version
 * (a trigger in the tests' database checks this). A write by anything else changes `xmin`. After a failover,
 * `updatedAt` distinguishes lost states from those written instead.
 */
@Injectable()
export class SerializedEvents {
  private readonly cache?: LRUCache<string, SerializedEvent>;
  private readonly loaders = new Map<string, DataLoader<string, SerializedEvent | undefined>>();
  private readonly lookups = { hit: 0, miss: 0 };

  /** SQL of the columns to read for a lookup. */
  readonly headColumns: string;
  /** Their properties. `xmin` is read only for the cache: not every database has it. */
  private readonly head: EventProperty[];

  constructor(
    { EVENT_CACHE_MB }: Config,
    private readonly statements: Statements,
  ) {
    this.head = EVENT_CACHE_MB > 0 ? [...HEAD, 'xmin'] : HEAD;
    this.headColumns = columnsOf(this.head);
    if (EVENT_CACHE_MB > 0)
      this.cache = new LRUCache({
        maxSize: EVENT_CACHE_MB * 2 ** 20,
        sizeCalculation: ({ serialized }) => serialized.json.length + OVERHEAD,
      });
  }

  @Measured({
    serialized_events_total: 'Events in responses, by whether their JSON was cached (hit) or not (miss).',
    serialized_events_bytes: 'Bytes of the cached JSON of events.',
  })
  measure(): Sample[] {
    const bytes: Sample = ['serialized_events_bytes', this.cache?.calculatedSize ?? 0];
    return [...samplesOf('serialized_events_total', 'result', this.lookups), bytes];
  }

  get isCaching(): boolean {
    return this.cache !== undefined;
  }

  /** The current state of an event. A malformed id counts as unknown. A standby (`slave`) may be stale. */
  async find(
    id: string,
    view: EventView = 'whole',
    mode: ReplicationMode = 'master',
  ): Promise<SerializedEvent | undefined> {
    return isUuid(id) ? this.loader(view, mode).load(id.toLowerCase()) : undefined;
  }

  /** The JSON of events in states that were read in this mode; undefined for one that has changed since. */
  inSameStates(
    heads: EventHead[],
    view: EventView,
    mode?: ReplicationMode,
  ): Promise<(Serialized<EventDto> | undefined)[]> {
    const inSameState = async (head: EventHead) => {
      const cached = this.cache?.get(keyOf(view, head.id));
      if (cached && isSameState(cached, head)) {
        this.lookups.hit += 1;
        return cached.serialized;
      }
      const event = await this.find(head.id, view, mode);
      return event && isSameState(event, head) ? event.serialized : undefined;
    };
    return Promise.all(heads.map(inSameState));
  }

  /** Batches the lookups of one tick, and reads only events without a current state in the cache. */
  private loader(view: EventView, mode: ReplicationMode): DataLoader<string, SerializedEvent | undefined> {
    const existing = this.loaders.get(`${view} ${mode}`);
    if (existing) return existing;
    // If the cached state is current, the row has only the id. TypeORM's `findBy` takes twice the time.
    const text = `
      SELECT now.id AS "heldId", ${columnsOf([...new Set([...PROPERTIES[view], ...this.head])])}
      FROM (SELECT *, xmin, array_position($1::uuid[], id) AS nth FROM events WHERE id = ANY($1::uuid[])) now
      LEFT JOIN LATERAL (SELECT now.*) e
        ON (now.version, now.updated_at, now.xmin) IS DISTINCT FROM
           (($2::int[])[now.nth], ($3::timestamptz[])[now.nth], ($4::xid[])[now.nth])`;
    const load = async (ids: readonly string[]) => {
      const cached = new Map(ids.map((id) => [id, this.cache?.get(keyOf(view, id))]));
      const states = [...cached.values()];
      const values = [[...cached.keys()], ...STATE.map((part) => states.map((event) => event?.[part]))];
      const statement = { name: `events_by_id_${view}`, text, values };
      const events = new Map<string, SerializedEvent | undefined>();
      for (const row of await this.statements.query<LoadedRow>(statement, { mode })) {
        const isCached = row.id === null;
        if (isCached) this.lookups.hit += 1;
        else if (this.cache) this.lookups.miss += 1;
        events.set(row.heldId, isCached ? cached.get(row.heldId) : this.serialize(row, view));
      }
      return ids.map((id) => events.get(id));
    };
    const options = { cache: false, maxBatchSize: MAX_IDS, batchScheduleFn: setImmediate };
    const loader = new DataLoader(load, options);
    this.loaders.set(`${view} ${mode}`, loader);
    return loader;
  }

  private serialize({ version, xmin, heldId: _, ...whole }: LoadedRow, view: EventView): SerializedEvent {
    const { id, type, creatorId, updatedAt } = whole;
    const state = { version, updatedAt, xmin };
    const event = { id, type, creatorId, ...state, serialized: Serialized.of<EventDto>(whole) };
    this.cache?.set(keyOf(view, id), event);
    return event;
  }
}

const CARD = RESPONSE_PROPERTIES.filter((property) => property !== 'description');
const PROPERTIES: Record<EventView, EventProperty[]> = { whole: RESPONSE_PROPERTIES, card: CARD };
export const COLUMNS = { whole: columnsOf(RESPONSE_PROPERTIES), card: columnsOf(CARD) };

/** The cache key of an event. Most events are cached whole: their key is the id itself, not a copy. */
function keyOf(view: EventView, id: string): string {
  return view === 'whole' ? id : view + id;
}

function isSameState(event: EventHead, head: EventHead): boolean {
  return event.version === head.version && event.updatedAt === head.updatedAt && event.xmin === head.xmin;
}
