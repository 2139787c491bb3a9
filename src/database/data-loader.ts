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
