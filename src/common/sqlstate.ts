/** Problem codes of database errors. Constraint names are ignored: a distributed engine changes them. */
export type DatabaseFault = 'VALIDATION_FAILED' | 'NOT_FOUND' | 'UNAVAILABLE';

/** Connection, shutdown, resource and system errors, read-only servers, timeouts, unresolved conflicts. */
const UNAVAILABLE = /^(08|53|57P|40001|40P01|25006|58|55P03|57014)/;
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH)/;
/** Starts of messages from pg, from TypeORM before the first connection, and from this service. */
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

/** The error that TypeORM wraps, or the error itself. */
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
 * Whether a statement failed only because it was prepared. The server lacks its name or already has it,
 * because a proxy shares sessions among clients; or a migration has changed its result types.
 */
export const isPreparedInvalid = hasState(/^(26000|42P05|0A000)$/);
/** Whether to retry the whole transaction: serialization failure, deadlock or invalid prepared statement. */
export const isRetryable = hasState(/^(40001|40P01|26000|42P05|0A000)$/);
/** Whether a statement failed only because an earlier one had aborted the transaction. */
export const isAborted = hasState(/^25P02$/);
/** Whether the server cancelled a statement that took too long. */
export const isCancelled = hasState(/^57014$/);
const hasUnavailableState = hasState(UNAVAILABLE);

/** Whether the database cannot be reached or cannot serve right now. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = driverError(error);
  if (hasUnavailableState(error) || NETWORK.test(String(code))) return true;
  return DRIVER.some((start) => String(message).startsWith(start));
}

/** The problem code of a database error; undefined for other errors and for bugs of the service. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (isUnavailable(error)) return 'UNAVAILABLE';
  const state = sqlState(error);
  if (state?.startsWith('22') || state === '23514') return 'VALIDATION_FAILED';
  if (state === '23503') return 'NOT_FOUND';
  return undefined;
}
