import {
  causeOf,
  isAborted,
  isCancelled,
  isPreparedInvalid,
  isRetryable,
  isUnavailable,
  sqlState,
} from './sqlstate.js';

/** An error as pg throws it, and as TypeORM wraps it. */
const errorsOf = (code: string) => [
  Object.assign(new Error(), { code }),
  Object.assign(new Error(), { driverError: Object.assign(new Error(), { code }) }),
];

describe('the SQLSTATE of an error', () => {
  const judges = { isRetryable, isPreparedInvalid, isAborted, isCancelled, isUnavailable };

  it.each<[string, string, (keyof typeof judges)[]]>([
    ['a serialization failure', '40001', ['isRetryable', 'isUnavailable']],
    ['a deadlock', '40P01', ['isRetryable', 'isUnavailable']],
    ['a name that the server lacks', '26000', ['isRetryable', 'isPreparedInvalid']],
    ['a name that is taken', '42P05', ['isRetryable', 'isPreparedInvalid']],
    ['a plan of other types', '0A000', ['isRetryable', 'isPreparedInvalid']],
    ['a lock that was given up', '55P03', ['isUnavailable']],
    ['a statement that was given up', '57014', ['isCancelled', 'isUnavailable']],
    ['a transaction that has failed before', '25P02', ['isAborted']],
    ['a read-only transaction', '25006', ['isUnavailable']],
    ['a full disk', '53100', ['isUnavailable']],
    ['a row that is there already', '23505', []],
    ['a parent that is gone', '23503', []],
    ['a fault of ours', '42601', []],
  ])('of %s (%s) is classified', (_what, state, expected) => {
    for (const error of errorsOf(state)) {
      expect(sqlState(error)).toBe(state);
      const found = Object.entries(judges).flatMap(([name, judge]) => (judge(error) ? [name] : []));
      expect(found).toEqual(expected);
    }
  });

  it.each([undefined, null, 'x', 7, {}, new Error('x'), Object.assign(new Error(), { code: 'ECONNRESET' })])(
    'does not exist for %p',
    (error) => expect(sqlState(error)).toBeUndefined(),
  );
});

describe('the cause of a database that cannot serve', () => {
  it.each([
    ...[
      ['55P03', 'lock'],
      ['57014', 'slow_statement'],
      ['40P01', 'conflict'],
      ['53100', 'disk_full'],
    ],
    ...[
      ['25006', 'read_only'],
      ['53300', 'no_database'],
      ['ECONNREFUSED', 'no_database'],
      ['42601', undefined],
    ],
  ])('is named by the code %s: %s', (code, cause) => {
    for (const error of errorsOf(code!)) expect(causeOf(error)).toBe(cause);
  });

  it.each([
    ['timeout exceeded when trying to connect', 'pool'],
    ['Query read timeout', 'slow_statement'],
    ['Connection terminated unexpectedly', 'no_database'],
    ['53100 reasons', undefined],
  ])('is named by the message "%s": %s', (message, cause) => {
    expect(causeOf(new Error(message))).toBe(cause);
  });
});
