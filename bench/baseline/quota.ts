import { Config } from '../../src/common/config.js';
import type { Statement } from '../../src/database/table.js';
import type { CreationKind } from '../../src/users/creation-count.entity.js';
import { Creations } from '../../src/users/creations.js';

const creations = new Creations(undefined as never, Config.from(process.env));

/** Counts a user's creation in the statement that makes it, by the service's own code. */
export function counting(kind: CreationKind, user: string, statement: Statement): Statement {
  return creations.counting(kind, [user], statement);
}
