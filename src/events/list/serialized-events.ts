import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, type Metric } from 'prom-client';
import type { ReplicationMode } from 'typeorm';
import { Config } from '../../common/config.js';
import { Serialized } from '../../common/http/serialized.js';
import { isUuid } from '../../common/text.js';
import { Statements } from '../../database/statements.js';
import type { EventDto } from '../events.dto.js';
import { columnsOf, type EventProperty, RESPONSE_PROPERTIES, type StoredEvent } from '../stored-event.js';
import type { View } from './events-query.dto.js';

/** What tells one state of an event from all others. */
const STATE = ['version', 'updatedAt', 'xmin'] as const;
/** What is read of an event to find its JSON and its expansions. */
const HEAD = ['id', 'type', 'creatorId', 'version', 'updatedAt'] satisfies EventProperty[];

/** An event as it is read to serialize it; around a point, with the metres to it. */
export type EventRow = StoredEvent & { xmin?: string; distance?: number };
export type EventHead = Pick<EventRow, (typeof HEAD)[number] | 'xmin'>;

/** How much of an event is serialized. */
export type EventView = View | 'whole';

/** An event as answers show it. */
export interface SerializedEvent extends EventHead {
  serialized: Serialized<EventDto>;
}

/** A row of an event that is asked for by its id; its members are null where the event is as it is cached. */
type Answer = EventRow & { heldId: string };

/** Events that are read by one statement. */
const MAX_IDS = 100;
const MB = 1024 * 1024;
/** Bytes that an event takes beside its JSON, about. */
const OVERHEAD = 500;

/**
 * The JSON of events, made once for each of their states. What is cached is never stale: the state is read from the database for
 * every answer, and no two states of an event are the same. Every statement of ours adds one to the version (a trigger of the
 * tests' database holds it), whatever else writes a row becomes its `xmin`, and the time tells apart what a failover has lost
 * from what was written in its place.
 */
@Injectable()
export class SerializedEvents {
  private readonly cache?: LRUCache<string, SerializedEvent>;
  private readonly loaders = new Map<string, DataLoader<string, SerializedEvent | undefined>>();
  private readonly answered = new Counter({
    name: 'serialized_events_total',
    help: 'Events of answers, by whether their JSON was cached (hit) or had to be made (miss).',
    labelNames: ['result'],
    registers: [],
  });
  private readonly hits = this.answered.labels('hit');
  private readonly misses = this.answered.labels('miss');
  private readonly bytes: Gauge = new Gauge({
    name: 'serialized_events_bytes',
    help: 'Bytes that the cached JSON of events takes.',
    registers: [],
    collect: () => this.bytes.set(this.cache?.calculatedSize ?? 0),
  });
  /** For Prometheus. */
  readonly metrics: Metric[] = [this.answered, this.bytes];

  constructor(
    { EVENT_CACHE_MB }: Config,
    private readonly statements: Statements,
  ) {
    this.hits.inc(0);
    this.misses.inc(0);
    if (EVENT_CACHE_MB > 0)
      this.cache = new LRUCache({
        maxSize: EVENT_CACHE_MB * MB,
        sizeCalculation: ({ serialized }) => serialized.json.length + OVERHEAD,
      });
  }

  /** Whether events are cached at all. */
  get isCaching(): boolean {
    return this.cache !== undefined;
  }

  /** What is read of an event to find its JSON and its expansions. Not every database has an `xmin`. */
  get head(): EventProperty[] {
    return this.isCaching ? [...HEAD, 'xmin'] : HEAD;
  }

  /**
   * The event of this id as it is now, or undefined; a malformed id is an unknown one.
   * @param mode a standby to ask, where it may be stale
   */
  async find(
    id: string,
    view: EventView = 'whole',
    mode: ReplicationMode = 'master',
  ): Promise<SerializedEvent | undefined> {
    return isUuid(id) ? this.loader(view, mode).load(id.toLowerCase()) : undefined;
  }

  /**
   * Events in the states in which they have just been read; undefined for one that has another state meanwhile.
   * @param mode the standby that they were read from
   */
  inStates(
    heads: EventHead[],
    view: EventView,
    mode?: ReplicationMode,
  ): Promise<(Serialized<EventDto> | undefined)[]> {
    const inState = async (head: EventHead) => {
      const cached = this.cache?.get(keyOf(view, head.id));
      if (cached && isSameState(cached, head)) {
        this.hits.inc();
        return cached.serialized;
      }
      const event = await this.find(head.id, view, mode);
      return event && isSameState(event, head) ? event.serialized : undefined;
    };
    return Promise.all(heads.map(inState));
  }

  /** Gathers the events of one tick, and reads only those that are not cached in the state that they have now. */
  private loader(view: EventView, mode: ReplicationMode): DataLoader<string, SerializedEvent | undefined> {
    const known = this.loaders.get(`${view} ${mode}`);
    if (known) return known;
    // Of an event that has the state in which it is cached, the id alone.
    const text = `
      SELECT held.id AS "heldId", ${columnsOf([...new Set([...propertiesIn(view), ...this.head])])}
      FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::xid[]) AS held (id, version, updated_at, xmin)
      JOIN events now ON now.id = held.id
      LEFT JOIN events e ON e.id = now.id
        AND (now.version, now.updated_at, now.xmin) IS DISTINCT FROM (held.version, held.updated_at, held.xmin)`;
    const load = async (ids: readonly string[]) => {
      const held = new Map(ids.map((id) => [id, this.cache?.get(keyOf(view, id))]));
      const states = [...held.values()];
      const values = [[...held.keys()], ...STATE.map((part) => states.map((event) => event?.[part]))];
      const statement = { name: `events_by_id_${view}`, text, values };
      const events = new Map<string, SerializedEvent | undefined>();
      for (const row of await this.statements.query<Answer>(statement, { mode })) {
        const isCached = row.id === null;
        if (isCached) this.hits.inc();
        else if (this.cache) this.misses.inc();
        events.set(row.heldId, isCached ? held.get(row.heldId) : this.serialize(row, view));
      }
      return ids.map((id) => events.get(id));
    };
    const options = { cache: false, maxBatchSize: MAX_IDS, batchScheduleFn: setImmediate };
    const loader = new DataLoader(load, options);
    this.loaders.set(`${view} ${mode}`, loader);
    return loader;
  }

  /** Serializes an event, and caches it. */
  private serialize({ version, xmin, heldId: _, ...whole }: Answer, view: EventView): SerializedEvent {
    const { id, type, creatorId, updatedAt } = whole;
    const state = { version, updatedAt, xmin };
    const event = { id, type, creatorId, ...state, serialized: Serialized.of<EventDto>(whole) };
    this.cache?.set(keyOf(view, id), event);
    return event;
  }
}

/** What is read of an event to show it. */
export function propertiesIn(view: EventView): EventProperty[] {
  return RESPONSE_PROPERTIES.filter((property) => view === 'whole' || property !== 'description');
}

/** What an event is cached by. Most are serialized whole, and their ids are not copied. */
function keyOf(view: EventView, id: string): string {
  return view === 'whole' ? id : view + id;
}

function isSameState(event: EventHead, head: EventHead): boolean {
  return event.version === head.version && event.updatedAt === head.updatedAt && event.xmin === head.xmin;
}
