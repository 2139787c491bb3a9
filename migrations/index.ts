/** All migrations. They run in the order of the timestamps in their names. */
export { Baseline1795219200000 } from './1795219200000-baseline.js';
export { ForeignKeys1795834581374 } from './1795834581374-foreign-keys.js';
export { Search1795850790835 } from './1795850790835-search.js';
export { LockTimeout1796000000100 } from './1796000000100-lock-timeout.js';
export { Suggestions1796000000200 } from './1796000000200-suggestions.js';
export { SessionDefaults1796000000300 } from './1796000000300-session-defaults.js';
export { CheapWrites1796000000400 } from './1796000000400-cheap-writes.js';
export { ListIndexes1796000000500 } from './1796000000500-list-indexes.js';
export { Reach1796100000000 } from './1796100000000-reach.js';
