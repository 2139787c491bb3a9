import { command } from '../options.js';
import { runStreams } from './streams.js';

const usage = 'usage: npm run bench -- streams [--streams 1000] [--rate 20] [--seconds 60]';

/** What the command line asks of a run with open streams. */
export interface Options {
  /** Notification streams that are open at the same time, each of a user of its own. */
  streams: number;
  /** Notifications a second that are made for them, */
  rate: number;
  /** for how long. */
  seconds: number;
}

/** Many open notification streams on one instance of the service. */
export const streams = command(
  usage,
  {
    streams: { fallback: 1_000, least: 2 },
    rate: { fallback: 20, least: 1 },
    seconds: { fallback: 60, least: 1 },
  },
  runStreams,
);
