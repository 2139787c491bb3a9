const CONDITION = Symbol('purged');

/** An entity whose rows the purge removes once they meet an SQL condition (operating.md, "Jobs"). */
export const Purged =
  (condition: string): ClassDecorator =>
  (entity) =>
    Reflect.defineMetadata(CONDITION, condition, entity);

/** The condition of an entity, or undefined where its rows are kept. */
export const purgeCondition = (entity: object): string | undefined => Reflect.getMetadata(CONDITION, entity);
