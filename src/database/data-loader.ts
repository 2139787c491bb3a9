import DataLoader from 'dataloader';

/**
 * A data loader that gathers what is asked for in one turn of the event loop, so that many requests at once cost
 * hardly more than one. It caches nothing: each gets what is stored when they ask.
 * @param load answers for each key, in their order, its value or an Error
 */
export function dataLoader<Key, Value>(
  maxBatchSize: number,
  load: DataLoader.BatchLoadFn<Key, Value>,
): DataLoader<Key, Value> {
  return new DataLoader(load, { cache: false, maxBatchSize, batchScheduleFn: setImmediate });
}

/** Pages whose needs are read together at most. */
const MAX_PAGES = 10;

/**
 * A function that gathers what is asked of it in one turn of the event loop, and gives all who ask one answer: for what whole
 * pages need.
 * @param load makes the answer to all that was asked
 */
export function gathering<Asked, Answer>(
  load: (asked: readonly Asked[]) => Promise<Answer>,
): (asked: Asked) => Promise<Answer> {
  const loader = dataLoader<Asked, Answer>(MAX_PAGES, async (asked) => {
    const answer = await load(asked);
    return asked.map(() => answer);
  });
  return (asked) => loader.load(asked);
}
