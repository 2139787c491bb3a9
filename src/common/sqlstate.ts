/** Errors of PostgreSQL and its driver, read by SQLSTATE (not by a constraint's name, which a distributed engine changes). */
export type DatabaseFault = 'VALIDATION_FAILED' | 'NOT_FOUND' | 'UNAVAILABLE';

/** Connection, shutdown and resource classes, serialization failures that outlived their retries, and a full disk. */
const UNAVAILABLE = /^(08|53|57P|40001|40P01|25006|58|55P03|57014)/;
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH)/;
const DRIVER =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|The database is away)/;

interface DriverError {
  code?: unknown;
  message?: unknown;
  driverError?: DriverError;
}

function driverError(error: unknown): DriverError {
  const candidate = (error ?? {}) as DriverError;
  return candidate.driverError ?? candidate;
}

/** The five-character SQLSTATE of an error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const { code } = driverError(error);
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Whether the whole transaction may be tried again: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error) ?? '');
}

/** Whether the server ended a statement because it was cancelled: it took too long. */
export function isGivenUp(error: unknown): boolean {
  return sqlState(error) === '57014';
}

/** Whether the database could not be reached or cannot work now. */
export function isAway(error: unknown): boolean {
  const { code, message } = driverError(error);
  if (typeof code === 'string' && (NETWORK.test(code) || (sqlState(error) && UNAVAILABLE.test(code))))
    return true;
  return typeof message === 'string' && DRIVER.test(message);
}

/** The problem code of a database error, or undefined for any other error and for a fault of the service. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (isAway(error)) return 'UNAVAILABLE';
  const state = sqlState(error);
  if (state?.startsWith('22') || state === '23514') return 'VALIDATION_FAILED';
  if (state === '23503') return 'NOT_FOUND';
  return undefined;
}
