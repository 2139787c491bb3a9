import { getMetadataArgsStorage } from 'typeorm';
import { Versioned } from '../common/http/etag.js';
import type { Stored } from '../database/statements.js';
import { EventEntity } from './event.entity.js';
import type { EventDto } from './events.dto.js';

export type StoredEvent = Stored<EventEntity>;

/** A property of an event, or the system column `xmin`: the transaction that wrote the row. */
export type EventProperty = keyof EventEntity | 'xmin';

const columns = new Map(
  getMetadataArgsStorage()
    .filterColumns(EventEntity)
    .map(({ propertyName, options }) => [propertyName, options]),
);

/** The properties in responses, in the order of the JSON. */
export const RESPONSE_PROPERTIES = [...columns].flatMap(([property, { select = true }]) =>
  select ? [property as keyof EventEntity] : [],
);

/** SQL that selects properties of events: `e.start_at AS "startAt", ...` @param table alias of the table */
export function columnsOf(properties: readonly EventProperty[], table = 'e'): string {
  return properties.map((each) => `${table}.${columns.get(each)?.name ?? each} AS "${each}"`).join(', ');
}

/** SQL of the column names of properties: `start_at, ...` */
export const namesOf = (properties: readonly (keyof EventEntity)[]) =>
  properties.map((each) => columns.get(each)!.name ?? each).join(', ');

/** The properties that a change of an event needs. */
const WHOLE = [...RESPONSE_PROPERTIES, 'version', 'acceptedCount'] as const;
/** SQL of these properties for a SELECT from `events e`, and for RETURNING. */
export const STORED = columnsOf(WHOLE);
export const RETURNED = columnsOf(WHOLE, 'events');

/** Values of properties as parameters for pg. It serializes objects, but sends a list as an array of SQL. */
export const parametersOf = (event: Partial<StoredEvent>, properties: readonly (keyof StoredEvent)[]) =>
  properties.map((each) => (each === 'images' ? JSON.stringify(event.images) : event[each]));

/** Converts an event for a response, with its version for the ETag. */
export function toVersioned({ version, acceptedCount: _, ...resource }: StoredEvent): Versioned<EventDto> {
  return new Versioned(resource as EventDto, version);
}
