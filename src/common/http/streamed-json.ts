import { Readable } from 'node:stream';
import { Logger, StreamableFile } from '@nestjs/common';
import { entryOf, toProblem } from '../problem.js';

const logger = new Logger('StreamedJson');

/** Streams JSON at the pace of the client, so that memory does not grow with its size. */
export const streamedJson = (pieces: AsyncIterable<string>): StreamableFile =>
  new StreamableFile(Readable.from(logged(pieces)), { type: 'application/json; charset=utf-8' });

async function* logged(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (error) {
    // The response has started, so it can only be cut off. Nothing else would report the cause.
    logger.error(entryOf(toProblem(error), error));
    throw error;
  }
}

/** The elements of a JSON array, batch by batch, without its brackets. */
export async function* elementsOf(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let separator = '';
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + JSON.stringify(batch).slice(1, -1);
    separator = ',';
  }
}
