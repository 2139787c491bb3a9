/** What a reading thread runs. */
export const READING_WORKER = new URL('./reading.worker.js', import.meta.url);
