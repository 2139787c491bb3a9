import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge, type Metric } from 'prom-client';
import type { ReplicationMode } from 'typeorm';
import { Config } from '../../common/config.js';
import { Rendered } from '../../common/http/rendered.js';
import { isUuid } from '../../common/text.js';
import { Statements } from '../../database/statements.js';
import type { EventDto } from '../events.dto.js';
import { columnsOf, type EventProperty, SHOWN, type StoredEvent } from '../stored-event.js';
import type { View } from './events-query.dto.js';

/** What tells one state of an event from all others. */
const STATE = ['version', 'updatedAt', 'xmin'] as const;
/** What is read of an event to find its JSON and its expansions. */
const HEAD = ['id', 'type', 'creatorId', 'version', 'updatedAt'] satisfies EventProperty[];

/** An event as it is read to render it; around a point, with the metres to it. */
export type EventRow = StoredEvent & { xmin?: string; distance?: number };
export type EventHead = Pick<EventRow, (typeof HEAD)[number] | 'xmin'>;

/** How much of an event is shown. */
export type EventView = View | 'whole';

/** An event as answers show it. */
export interface ShownEvent extends EventHead {
  shown: Rendered<EventDto>;
}

/** A row of an event that is asked for by its id; its members are null where the event is as it is kept. */
type Answer = EventRow & { heldId: string };

/** Events that are read by one statement. */
const MAX_IDS = 100;
const MB = 1024 * 1024;
/** Bytes that an event takes beside its JSON, about. */
const OVERHEAD = 500;

/**
 * The JSON of events, made once for each of their states. What is kept is never stale: the state is read from the database for
 * every answer, and no two states of an event are the same. Every statement of ours adds one to the version (a trigger of the
 * tests' database holds it), whatever else writes a row becomes its `xmin`, and the time tells apart what a failover has lost
 * from what was written in its place.
 */
@Injectable()
export class RenderedEvents {
  private readonly kept?: LRUCache<string, ShownEvent>;
  private readonly loaders = new Map<string, DataLoader<string, ShownEvent | undefined>>();
  private readonly answered = new Counter({
    name: 'rendered_events_total',
    help: 'Events of answers, by whether their JSON was kept (hit) or had to be made (miss).',
    labelNames: ['result'],
    registers: [],
  });
  private readonly hits = this.answered.labels('hit');
  private readonly misses = this.answered.labels('miss');
  private readonly bytes: Gauge = new Gauge({
    name: 'rendered_events_bytes',
    help: 'Bytes that the kept JSON of events takes.',
    registers: [],
    collect: () => this.bytes.set(this.kept?.calculatedSize ?? 0),
  });
  /** For Prometheus. */
  readonly metrics: Metric[] = [this.answered, this.bytes];

  constructor(
    { RENDERED_EVENTS_MB }: Config,
    private readonly statements: Statements,
  ) {
    this.hits.inc(0);
    this.misses.inc(0);
    if (RENDERED_EVENTS_MB > 0)
      this.kept = new LRUCache({
        maxSize: RENDERED_EVENTS_MB * MB,
        sizeCalculation: ({ shown }) => shown.json.length + OVERHEAD,
      });
  }

  /** Whether events are kept at all. */
  get areKept(): boolean {
    return this.kept !== undefined;
  }

  /** What is read of an event to find its JSON and its expansions. Not every database has an `xmin`. */
  get head(): EventProperty[] {
    return this.areKept ? [...HEAD, 'xmin'] : HEAD;
  }

  /**
   * The event of this id as it is now, or undefined; a malformed id is an unknown one.
   * @param mode a standby to ask, where it may be stale
   */
  async find(
    id: string,
    view: EventView = 'whole',
    mode: ReplicationMode = 'master',
  ): Promise<ShownEvent | undefined> {
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
  ): Promise<(Rendered<EventDto> | undefined)[]> {
    const inState = async (head: EventHead) => {
      const kept = this.kept?.get(keyOf(view, head.id));
      if (kept && isSameState(kept, head)) {
        this.hits.inc();
        return kept.shown;
      }
      const event = await this.find(head.id, view, mode);
      return event && isSameState(event, head) ? event.shown : undefined;
    };
    return Promise.all(heads.map(inState));
  }

  /** Gathers the events of one tick, and reads only those that are not kept in the state that they have now. */
  private loader(view: EventView, mode: ReplicationMode): DataLoader<string, ShownEvent | undefined> {
    const known = this.loaders.get(`${view} ${mode}`);
    if (known) return known;
    // Of an event that has the state in which it is kept, the id alone.
    const text = `
      SELECT held.id AS "heldId", ${columnsOf([...new Set([...propertiesIn(view), ...this.head])])}
      FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::xid[]) AS held (id, version, updated_at, xmin)
      JOIN events now ON now.id = held.id
      LEFT JOIN events e ON e.id = now.id
        AND (now.version, now.updated_at, now.xmin) IS DISTINCT FROM (held.version, held.updated_at, held.xmin)`;
    const load = async (ids: readonly string[]) => {
      const held = new Map(ids.map((id) => [id, this.kept?.get(keyOf(view, id))]));
      const states = [...held.values()];
      const values = [[...held.keys()], ...STATE.map((part) => states.map((event) => event?.[part]))];
      const statement = { name: `events_by_id_${view}`, text, values };
      const events = new Map<string, ShownEvent | undefined>();
      for (const row of await this.statements.query<Answer>(statement, { mode })) {
        const isKept = row.id === null;
        if (isKept) this.hits.inc();
        else if (this.kept) this.misses.inc();
        events.set(row.heldId, isKept ? held.get(row.heldId) : this.render(row, view));
      }
      return ids.map((id) => events.get(id));
    };
    const options = { cache: false, maxBatchSize: MAX_IDS, batchScheduleFn: setImmediate };
    const loader = new DataLoader(load, options);
    this.loaders.set(`${view} ${mode}`, loader);
    return loader;
  }

  /** Renders an event, and keeps it. */
  private render({ version, xmin, heldId: _, ...shown }: Answer, view: EventView): ShownEvent {
    const { id, type, creatorId, updatedAt } = shown;
    const event = { id, type, creatorId, version, updatedAt, xmin, shown: Rendered.kept<EventDto>(shown) };
    this.kept?.set(keyOf(view, id), event);
    return event;
  }
}

/** What is read of an event to show it. */
export function propertiesIn(view: EventView): EventProperty[] {
  return SHOWN.filter((property) => view === 'whole' || property !== 'description');
}

/** What an event is kept by. Most are shown whole, and their ids are not copied. */
function keyOf(view: EventView, id: string): string {
  return view === 'whole' ? id : view + id;
}

function isSameState(event: EventHead, head: EventHead): boolean {
  return event.version === head.version && event.updatedAt === head.updatedAt && event.xmin === head.xmin;
}
