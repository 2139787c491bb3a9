import { isAborted } from '../common/sqlstate.js';

/**
 * What all of these answer. Where several fail, it is the first of the list that is thrown, not the first in time: so
 * statements that go out together are refused as if each waited for the one before. Those that a transaction refuses since
 * another one has failed tell nothing.
 */
export async function inOrder<Work extends readonly unknown[]>(
  ...work: Work
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const outcomes = await Promise.allSettled(work);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) throw failures.find((failure) => !isAborted(failure)) ?? failures[0];
  return Promise.all(work);
}
