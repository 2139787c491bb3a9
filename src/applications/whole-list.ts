import type { StreamableFile } from '@nestjs/common';
import { elementsOf, streamedJson } from '../common/http/streamed-json.js';

/** A list that comes whole, in the shape of `GigApplicationsDto`. */
export function wholeList<Item>(data: Item[], total = data.length) {
  return { data, total, totalIsExact: true, limit: null, offset: 0, nextCursor: null };
}

const HEAD = '{"data":[';

/** The JSON of a list that comes whole and has some items. */
export function streamedList(batches: AsyncIterable<object[]>): StreamableFile {
  return streamedJson(piecesOf(batches));
}

async function* piecesOf(batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  let total = 0;
  async function* counted() {
    for await (const batch of batches) {
      total += batch.length;
      yield batch;
    }
  }
  let head = HEAD;
  for await (const elements of elementsOf(counted())) {
    yield head + elements;
    head = '';
  }
  yield JSON.stringify(wholeList([], total)).slice(HEAD.length);
}
