/** What an error of PostgreSQL or its driver means. Constraints' names are not read: a distributed engine changes them. */
export type DatabaseFault = 'VALIDATION_FAILED' | 'NOT_FOUND' | 'UNAVAILABLE';

/** Classes of connection, shutdown and resource errors, a full disk, and serialization failures after the last retry. */
const UNAVAILABLE = /^(08|53|57P|40001|40P01|25006|58|55P03|57014)/;
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH)/;
/** What pg and, before the first connection, TypeORM say. */
const DRIVER = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after',
  'The database is unavailable',
  'Driver not Connected',
  'No metadata for',
];

/** What TypeORM wraps, or what pg and the network throw themselves. */
function driverError(error: unknown): { code?: unknown; message?: unknown; driverError?: object } {
  const candidate: ReturnType<typeof driverError> = error ?? {};
  return candidate.driverError ?? candidate;
}

/** The five-character SQLSTATE of an error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const { code } = driverError(error);
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const hasState = (states: RegExp) => (error: unknown) => states.test(sqlState(error) ?? '');

/**
 * Whether a statement failed by its name alone: the server does not have it, or has it already, since a proxy shares its
 * sessions among clients; or it returns other types since a migration.
 */
export const isNameLost = hasState(/^(26000|42P05|0A000)$/);
/** Whether the whole transaction may be tried again: serialization failure, deadlock, or a name that the server lacks. */
export const isRetryable = hasState(/^(40001|40P01|26000|42P05|0A000)$/);
/** Whether a transaction refused a statement only since another one had failed. */
export const isAborted = hasState(/^25P02$/);
/** Whether the server cancelled a statement, which took too long. */
export const isGivenUp = hasState(/^57014$/);
const isUnavailable = hasState(UNAVAILABLE);

/** Whether the database could not be reached or cannot work now. */
export function isAway(error: unknown): boolean {
  const { code, message } = driverError(error);
  if (isUnavailable(error) || NETWORK.test(String(code))) return true;
  return DRIVER.some((start) => String(message).startsWith(start));
}

/** The problem code of a database error; undefined for other errors, and for faults of ours. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (isAway(error)) return 'UNAVAILABLE';
  const state = sqlState(error);
  if (state?.startsWith('22') || state === '23514') return 'VALIDATION_FAILED';
  if (state === '23503') return 'NOT_FOUND';
  return undefined;
}
