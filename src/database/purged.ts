const CONDITIONS = Symbol('purged');

/**
 * An entity whose expired rows the purge deletes (operating.md, "Jobs"). It may have several conditions.
 * @param condition SQL of the expired rows. An index begins with the column that it compares.
 */
export const Purged =
  (condition: string): ClassDecorator =>
  (entity) =>
    Reflect.defineMetadata(CONDITIONS, [condition, ...purgeConditions(entity)], entity);

/** The conditions of an entity; none if its rows never expire. */
export const purgeConditions = (entity: object): string[] => Reflect.getMetadata(CONDITIONS, entity) ?? [];
