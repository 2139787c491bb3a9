import { dot, line, logScale, svg, text } from '../plot/svg.js';
import type { Report } from './report.js';

const WIDTH = 900;
const ROW = 24;
/** Where the rows begin and end, from left and top. */
const LEFT = 340;
const RIGHT = WIDTH - 80;
const TOP = 84;
const FASTER = '#0072b2';
const SLOWER = '#d55e00';
/** The marks that the axis may have. */
const MARKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20];

/** The ratios of all scenarios with their ranges, on a logarithmic axis: 2 is as far from 1 as 0.5. */
export function ratioPlot({ scenarios, rows, connections }: Report): string {
  const all = scenarios.flatMap(({ ratios }) => ratios);
  const low = Math.min(0.5, ...all) * 0.9;
  const high = Math.max(2, ...all) * 1.1;
  const x = logScale([low, high], [LEFT, RIGHT]);
  const bottom = TOP + scenarios.length * ROW;
  const axis = MARKS.filter((mark) => mark >= low && mark <= high).flatMap((mark) => [
    line(x(mark), TOP, x(mark), bottom, mark === 1 ? { stroke: '#24292f', 'stroke-width': 1.5 } : {}),
    text(x(mark), TOP - 8, `${mark}`, { 'text-anchor': 'middle' }),
  ]);
  const marks = scenarios.flatMap(({ title, ratio, ratios }, index) => {
    const y = TOP + (index + 0.5) * ROW;
    const colour = ratio < 1 ? SLOWER : FASTER;
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    return [
      text(LEFT - 14, y + 4, title, { 'text-anchor': 'end' }),
      line(x(least), y, x(most), y, { stroke: colour, 'stroke-width': 2 }),
      dot(x(ratio), y, colour),
      text(RIGHT + 20, y + 4, ratio.toFixed(2)),
    ];
  });
  const about =
    `${rows.toLocaleString('en')} events, ${connections} connections; ` +
    'dot: median, line: lowest to highest round; 1: as fast as the baseline';
  const title = 'Requests a second of the service to those of the baseline';
  return svg(WIDTH, bottom + 16, title, [text(16, 46, about), ...axis, ...marks]);
}
