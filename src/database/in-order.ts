/**
 * What all of these answer. Where several fail, it is the first of the list that is thrown, not the first in time: so
 * statements that go out together are refused as if each waited for the one before.
 */
export async function inOrder<Work extends readonly unknown[]>(
  ...work: Work
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  const outcomes = await Promise.allSettled(work);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(work);
}
