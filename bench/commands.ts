import { runAttack } from './attack/attack.js';
import { type Command, command } from './command.js';
import { runCompare } from './compare/compare.js';
import { runCompletion } from './completion/completion.js';
import { runCompression } from './compression/compression.js';
import { PART_NAMES, runGrowth } from './growth/growth.js';
import { runIngestion } from './ingestion/ingestion.js';
import { runInstances } from './instances/instances.js';
import { anyText, oneOf, risingNumbers, someOf, wholeNumber } from './options.js';
import { runRates } from './rates/rates.js';
import { runScale, SCENARIOS as SCALED } from './scale/scale.js';
import { isCompared } from './scenarios/scenario.js';
import { SCENARIOS } from './scenarios/scenarios.js';
import { runSoak } from './soak/soak.js';
import { runStreams } from './streams/streams.js';

/** All that `npm run bench` does; the first, where the command line names none. */
export const COMMANDS: Command[] = [
  command({
    name: 'compare',
    description: 'the service beside a server written by hand',
    options: {
      rows: wholeNumber(100_000, 1_000),
      rounds: wholeNumber(3, 1),
      seconds: wholeNumber(5, 1),
      only: oneOf(
        SCENARIOS.filter(isCompared).map(({ name }) => name),
        'SCENARIO',
      ),
      profile: anyText('FOLDER'),
    },
    run: runCompare,
  }),
  command({
    name: 'scale',
    description: 'cost against the size of the table',
    options: {
      // Fewer events do not hold what the load names.
      sizes: risingNumbers('10000,100000,1000000,10000000', 10_000),
      seconds: wholeNumber(6, 2),
      only: someOf(
        SCALED.map(({ name }) => name),
        'SCENARIO,...',
      ),
    },
    run: runScale,
  }),
  command({
    name: 'streams',
    description: 'many open notification streams',
    options: { streams: wholeNumber(1_000, 2), rate: wholeNumber(20, 1), seconds: wholeNumber(60, 1) },
    run: runStreams,
  }),
  command({
    name: 'ingestion',
    description: 'taking in feeds',
    options: {
      rows: wholeNumber(100_000, 1_000),
      rounds: wholeNumber(3, 1),
      large: wholeNumber(100_000, 0),
      gzip: wholeNumber(0, 0),
      profile: anyText('FOLDER'),
    },
    run: runIngestion,
  }),
  command({
    name: 'completion',
    description: 'completing ended events',
    options: { rows: wholeNumber(1_000_000, 1_000), profile: anyText('FOLDER') },
    run: runCompletion,
  }),
  command({
    name: 'growth',
    description: 'what grows without end: purge, views, deletion, counts',
    options: { sizes: risingNumbers('10000,1000000,10000000', 1_000), only: oneOf(PART_NAMES, 'PART') },
    run: runGrowth,
  }),
  command({
    name: 'instances',
    description: 'two instances on one database',
    options: { rows: wholeNumber(100_000, 1_000), rounds: wholeNumber(3, 1), seconds: wholeNumber(5, 1) },
    run: runInstances,
  }),
  command({
    name: 'rates',
    description: 'what RATE_LIMIT_SHARED costs',
    options: { rows: wholeNumber(10_000, 1_000), rounds: wholeNumber(6, 1), seconds: wholeNumber(5, 1) },
    run: runRates,
  }),
  command({
    name: 'compression',
    description: 'what compressing an answer costs, and what it saves',
    options: { milliseconds: wholeNumber(300, 10) },
    run: runCompression,
  }),
  command({
    name: 'attack',
    description: 'what one user at the rate limit takes from the others',
    options: { seconds: wholeNumber(60, 5), rate: wholeNumber(600, 1) },
    run: runAttack,
  }),
  command({
    name: 'soak',
    description: 'memory over minutes of load',
    options: { minutes: wholeNumber(10, 1), rate: wholeNumber(100, 1), rows: wholeNumber(100_000, 1_000) },
    run: runSoak,
  }),
];
