/**
 * Reads rows batch by batch, until one is not full.
 * @param read the next rows, at most `size`: those after the last of the batch before, undefined for the first
 */
export async function* inBatches<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[], void, void> {
  let batch: Row[];
  let last: Row | undefined;
  do {
    batch = await read(last);
    if (batch.length > 0) yield batch;
    last = batch.at(-1);
  } while (batch.length === size);
}
