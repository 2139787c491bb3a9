/** Which rows of an entity the purge removes, and the index that finds them. */
export interface PurgeRule {
  /** The properties of that index; the first one decides. */
  along: string[];
  /** SQL of a value: rows whose first property is below it are past their time. */
  before: string;
  /** The SQL condition of that index, where it does not hold all rows. */
  among?: string;
  /** An SQL condition that the rows meet besides. What it keeps is read every day, so that has to be little. */
  where?: string;
}

const RULES = Symbol('purged');

/** An entity whose rows the purge removes once they are past their time (operating.md, "Jobs"). It may have several rules. */
export const Purged =
  (rule: PurgeRule): ClassDecorator =>
  (entity) =>
    Reflect.defineMetadata(RULES, [rule, ...purgeRules(entity)], entity);

/** The rules of an entity; none where its rows are kept. */
export const purgeRules = (entity: object): PurgeRule[] => Reflect.getMetadata(RULES, entity) ?? [];
