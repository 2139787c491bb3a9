/** Why a run failed, in words for `/ingestion/runs`; never with a key, or a query that might hold one. */
export class FeedError extends Error {
  override readonly name: string = 'FeedError';
}
