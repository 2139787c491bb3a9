const CONDITIONS = Symbol('purged');

/**
 * An entity whose rows the purge removes (operating.md, "Jobs"). It may have several conditions.
 * @param condition SQL of the rows that are past their time. An index begins with the column that it compares.
 */
export const Purged =
  (condition: string): ClassDecorator =>
  (entity) =>
    Reflect.defineMetadata(CONDITIONS, [condition, ...purgeConditions(entity)], entity);

/** The conditions of an entity; none where its rows are kept. */
export const purgeConditions = (entity: object): string[] => Reflect.getMetadata(CONDITIONS, entity) ?? [];
