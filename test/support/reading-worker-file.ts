import { resolve } from 'node:path';

/** In tests, too, a reading thread runs the built code: Jest does not transform the code of threads. */
export const READING_WORKER = resolve('dist/src/ingestion/reading.worker.js');
