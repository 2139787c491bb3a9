import { getMetadataArgsStorage } from 'typeorm';
import { Versioned } from '../common/http/etag.js';
import { EventEntity } from './event.entity.js';
import type { EventDto } from './events.dto.js';

/** An event as SQL returns it: times are ISO 8601 text. */
export type StoredEvent = {
  [Property in keyof EventEntity]: EventEntity[Property] extends Date | null
    ? string | Extract<EventEntity[Property], null>
    : EventEntity[Property];
};

/** A property of an event, or what PostgreSQL knows of each row: the transaction that has written it. */
export type EventProperty = keyof EventEntity | 'xmin';

const columns = new Map(
  getMetadataArgsStorage()
    .filterColumns(EventEntity)
    .map(({ propertyName, options }) => [propertyName, options]),
);

/** The properties that answers show, in their order. */
export const RESPONSE_PROPERTIES = [...columns].flatMap(([property, { select = true }]) =>
  select ? [property as keyof EventEntity] : [],
);

/** SQL of properties of events, whose table is called `e`: `e.start_at AS "startAt", ...` */
export function columnsOf(properties: readonly EventProperty[], table = 'e'): string {
  return properties.map((each) => `${table}.${columns.get(each)?.name ?? each} AS "${each}"`).join(', ');
}

/** SQL of the columns of properties of events: `start_at, ...` */
export const namesOf = (properties: readonly (keyof EventEntity)[]) =>
  properties.map((each) => columns.get(each)!.name ?? each).join(', ');

/** What a change of an event needs to know: what answers show, the version, and how many are accepted. */
const WHOLE = [...RESPONSE_PROPERTIES, 'version', 'acceptedCount'] as const;
/** SQL of it for a SELECT of `events e`, and for RETURNING. */
export const STORED = columnsOf(WHOLE);
export const RETURNED = columnsOf(WHOLE, 'events');

/** Values of properties as pg takes them: those of json columns as their texts. */
export const parametersOf = <Event extends object>(event: Event, properties: readonly (keyof Event)[]) =>
  properties.map((each) => {
    const value = event[each];
    const isJson = value !== null && /^jsonb?$/.test(String(columns.get(each as string)!.type));
    return isJson ? JSON.stringify(value) : value;
  });

/** An event for an answer, its version for the ETag beside it. */
export function toVersioned({ version, acceptedCount: _, ...resource }: StoredEvent): Versioned<EventDto> {
  return new Versioned(resource as EventDto, version);
}
