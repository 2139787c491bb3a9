import zlib from 'node:zlib';
import { seededRandom } from '../../sandbox/random.js';
import { believableEvent, startOfToday } from '../data/event-rows.js';
import { keepResults } from '../results.js';
import { markdown, type Report, type SizeResult } from './report.js';

const SEED = 20_261_123;
/** Events of an answer; 0 is half of one. */
const EVENTS = [0, 1, 2, 5, 20, 100];
/** Answers of each size, so that no compressor meets the same one again at once. */
const ANSWERS = 20;

type Compress = (bytes: Buffer) => Buffer;

const gzip =
  (level: number): Compress =>
  (bytes) =>
    zlib.gzipSync(bytes, { level });
const brotli =
  (quality: number): Compress =>
  (bytes) =>
    zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } });

const COMPRESSORS: [name: string, compress: Compress][] = [
  ...[1, 4, 6].map((level): [string, Compress] => [`gzip ${level}`, gzip(level)]),
  ...[1, 3, 4, 5, 11].map((quality): [string, Compress] => [`br ${quality}`, brotli(quality)]),
];

interface Options {
  /** How long each compressor is measured at each size. */
  milliseconds: number;
}

/** Measures what compressing an answer costs in processor time, and what it saves. */
export async function runCompression({ milliseconds }: Options, stop: AbortController): Promise<void> {
  const sizes: SizeResult[] = [];
  for (const events of EVENTS) {
    const answers = answersOf(events);
    const compressors = COMPRESSORS.map(([name, compress]) => {
      stop.signal.throwIfAborted();
      return { name, ...measure(compress, answers, milliseconds) };
    });
    sizes.push({ events, bytes: sum(answers) / ANSWERS, compressors });
  }
  const report: Report = { sizes };
  process.stdout.write(`\n${markdown(report)}`);
  await keepResults('compression', report, markdown(report));
}

/** Answers as `GET /events` has them, each of other events. */
function answersOf(events: number): Buffer[] {
  const random = seededRandom(SEED);
  const today = startOfToday();
  const one = (index: number) => believableEvent(index, today, random);
  return Array.from({ length: ANSWERS }, (_, answer) => {
    const data = Array.from({ length: Math.max(1, events) }, (_, index) => one(answer * events + index));
    const bytes = Buffer.from(JSON.stringify({ data }));
    return events === 0 ? bytes.subarray(0, bytes.length / 2) : bytes;
  });
}

/** Microseconds of processor time for one answer, and the share of its bytes that is left. */
function measure(
  compress: Compress,
  answers: Buffer[],
  milliseconds: number,
): { microseconds: number; share: number } {
  const packed = answers.map(compress); // and so it is compiled
  const before = process.cpuUsage();
  const end = performance.now() + milliseconds;
  let count = 0;
  while (performance.now() < end) {
    for (const answer of answers) compress(answer);
    count += answers.length;
  }
  const { user, system } = process.cpuUsage(before);
  return { microseconds: (user + system) / count, share: sum(packed) / sum(answers) };
}

function sum(parts: Buffer[]): number {
  return parts.reduce((bytes, part) => bytes + part.length, 0);
}
