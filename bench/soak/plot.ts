import { COLOURS, line, path, svg, text } from '../plot/svg.js';
import type { MemorySample } from './report.js';

const WIDTH = 760;
const HEIGHT = 320;
const FRAME = { left: 70, right: WIDTH - 20, top: 46, bottom: HEIGHT - 40 };
const MIB = 2 ** 20;
/** MiB between two lines of the grid. */
const STEP = 50;

/** Resident memory over time. */
export function memoryPlot(samples: MemorySample[]): string {
  const { left, right, top, bottom } = FRAME;
  const most = Math.ceil(Math.max(...samples.map(({ memory }) => memory)) / MIB / STEP) * STEP;
  const end = samples.at(-1)!.seconds;
  const x = (seconds: number) => left + ((right - left) * seconds) / end;
  const y = (megabytes: number) => bottom - ((bottom - top) * megabytes) / most;
  const grid = Array.from({ length: most / STEP + 1 }, (_, index) => [
    line(left, y(index * STEP), right, y(index * STEP)),
    text(left - 8, y(index * STEP) + 4, `${index * STEP} MB`, { 'text-anchor': 'end' }),
  ]);
  const minutes = Array.from({ length: Math.floor(end / 60) + 1 }, (_, minute) =>
    text(x(minute * 60), bottom + 20, `${minute} min`, { 'text-anchor': 'middle' }),
  );
  const points = samples.map(({ seconds, memory }): [number, number] => [x(seconds), y(memory / MIB)]);
  return svg(WIDTH, HEIGHT, 'Resident memory of the service under a steady load', [
    ...grid.flat(),
    ...minutes,
    path(points, COLOURS[0]!),
  ]);
}
