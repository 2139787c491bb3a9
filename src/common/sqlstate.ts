/** Connection, resource, shutdown and system errors, and codes of the network. */
const CODES = '08...|53...|57P..|58...|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH';
/** Starts of messages of pg, of TypeORM before the first connection, and of this service. */
const MESSAGES =
  'Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after|' +
  'The database is unavailable|Driver not Connected|No metadata for';
/** The causes of a database that cannot serve, by the code of the error or, after a colon, its message. */
const CAUSES = {
  lock: /^55P03/,
  slow_statement: /^(57014|: Query read timeout)/,
  conflict: /^(40001|40P01)/,
  disk_full: /^53100/,
  read_only: /^25006/,
  pool: /^: timeout exceeded when trying to connect/,
  no_database: new RegExp(`^(${CODES}|: (${MESSAGES}))`),
};
export type DatabaseCause = keyof typeof CAUSES;

/** The error that TypeORM wraps, or the error itself. */
function driverError(error: unknown): Partial<Record<string, unknown>> {
  const { driverError, ...own } = (error ?? {}) as { driverError?: object };
  return { ...own, message: (error as Error | undefined)?.message, ...driverError };
}

/** Where a statement failed, for the log: its name or its start, and the table of a row that is locked. */
export function originOf(error: unknown): Record<'statement' | 'where', unknown> {
  const { statement, query = statement, where } = driverError(error);
  return { statement: query && String(query).trim().slice(0, 200), where };
}

/** The five-character SQLSTATE of an error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  const { code } = driverError(error);
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

const hasState = (states: RegExp) => (error: unknown) => states.test(sqlState(error) ?? '');

/** Whether a statement failed only for being prepared: a proxy shares sessions, or its types have changed. */
export const isPreparedInvalid = hasState(/^(26000|42P05|0A000)$/);
/** Whether to retry the whole transaction. */
export const isRetryable = hasState(/^(40001|40P01|26000|42P05|0A000)$/);
/** Whether a statement failed only because an earlier one had aborted the transaction. */
export const isAborted = hasState(/^25P02$/);
/** Whether the server cancelled a statement that took too long. */
export const isCancelled = hasState(/^57014$/);

/** The cause if the database cannot be reached or cannot serve right now, else undefined. */
export function causeOf(error: unknown): DatabaseCause | undefined {
  const { code, message } = driverError(error);
  const causes = Object.entries(CAUSES) as [DatabaseCause, RegExp][];
  return causes.find(([, start]) => start.test(String(code)) || start.test(`: ${message}`))?.[0];
}

export const isUnavailable = (error: unknown): boolean => causeOf(error) !== undefined;

/** The problem code of a value that the database refuses. Constraint names are ignored. */
export function databaseFault(error: unknown): 'VALIDATION_FAILED' | 'NOT_FOUND' | undefined {
  const state = sqlState(error);
  if (state?.startsWith('22') || state === '23514') return 'VALIDATION_FAILED';
  if (state === '23503') return 'NOT_FOUND';
  return undefined;
}
