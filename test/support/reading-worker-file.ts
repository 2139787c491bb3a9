import { resolve } from 'node:path';

/** What a reading thread runs in tests, too: the built code, since a thread knows nothing of their transforms. */
export const READING_WORKER = resolve('dist/src/ingestion/reading/reading.worker.js');
