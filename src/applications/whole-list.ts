import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';

/** A list that comes whole, in the shape of `GigApplicationsDto`. */
export function wholeList<Item>(data: Item[], total = data.length) {
  return { data, total, totalIsExact: true, limit: null, offset: 0, nextCursor: null };
}

const logger = new Logger('WholeList');

const HEAD = '{"data":[';

/**
 * The JSON of a list that comes whole and has some items. It is written in batches as the client takes it, so that
 * memory does not grow with the list.
 */
export function streamedList(batches: AsyncIterable<unknown[]>): StreamableFile {
  return new StreamableFile(Readable.from(jsonOf(batches)), { type: 'application/json; charset=utf-8' });
}

async function* jsonOf(batches: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let total = 0;
  try {
    for await (const batch of batches) {
      if (batch.length === 0) continue;
      yield (total === 0 ? HEAD : ',') + JSON.stringify(batch).slice(1, -1);
      total += batch.length;
    }
  } catch (error) {
    // The answer has begun: it can only be cut off, and nobody else would say why.
    logger.error(error);
    throw error;
  }
  yield JSON.stringify(wholeList([], total)).slice(HEAD.length);
}
