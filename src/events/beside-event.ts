import { Raw } from 'typeorm';
import type { InsertGuard } from '../database/insert.js';

/** How the rows of an event are found. */
interface Beside {
  /** The property that names the event. */
  event: string;
  /** The properties that follow it in the primary key, and tell its rows apart. */
  along: string[];
}

const BESIDE = Symbol('beside an event');

/**
 * An entity whose rows hang on an event and are removed with it. No foreign key says so: it would remove all of them in one
 * statement, however many there are (decisions.md, "Database"). So what inserts a row holds the event meanwhile.
 */
export const BesideEvent =
  (beside: Beside): ClassDecorator =>
  (entity) =>
    Reflect.defineMetadata(BESIDE, beside, entity);

/** How the rows of an event are found in this entity; undefined where none hang on events. */
export const besideEvent = (entity: object): Beside | undefined => Reflect.getMetadata(BESIDE, entity);

/**
 * SQL that holds of the rows whose event has not been deleted. The planner takes it for true of nearly all rows, which it
 * would not of NOT IN. @param column that names the event
 */
export const isOfKeptEvent = (column: string) =>
  `${column} <> ALL(ARRAY(SELECT event_id FROM event_removals))`;

/** The same as a criterion: rows of an event that has been deleted may wait for their removal. */
export const ofKeptEvent = Raw(isOfKeptEvent);

/** Lets a new row in only while its event is there, which nobody can remove before the row is stored. */
export const besideKeptEvent: InsertGuard<{ eventId: string }> = {
  condition: 'v.event_id IN (SELECT id FROM held)',
  extend: ({ text, values }, rows) => ({
    text: `WITH held AS (SELECT id FROM events WHERE id = ANY($${values.length + 1}::uuid[]) FOR KEY SHARE) ${text}`,
    values: [...values, rows.map(({ eventId }) => eventId)],
  }),
};
