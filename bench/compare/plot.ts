import type { Side } from '../pair.js';
import { dot, line, logScale, svg, text } from '../plot/svg.js';
import type { Report } from './report.js';

const WIDTH = 900;
const ROW = 24;
/** Where the rows begin and end, from left and top. */
const LEFT = 340;
const RIGHT = WIDTH - 100;
const TOP = 84;
/** The colours of the servers by hand, told apart without colour vision too. */
const COLOURS: [Side, language: string, colour: string][] = [
  ['baseline', 'Node', '#0072b2'],
  ['baseline-go', 'Go', '#d55e00'],
];
/** The marks that the axis may have. */
const MARKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20];

/** The ratios of all scenarios with their ranges, on a logarithmic axis: 2 is as far from 1 as 0.5. */
export function ratioPlot({ scenarios, rows, connections }: Report): string {
  const all = scenarios.flatMap(({ comparisons }) =>
    Object.values(comparisons).flatMap(({ ratios }) => ratios),
  );
  const low = Math.min(0.5, ...all) * 0.9;
  const high = Math.max(2, ...all) * 1.1;
  const x = logScale([low, high], [LEFT, RIGHT]);
  const bottom = TOP + scenarios.length * ROW;
  const axis = MARKS.filter((mark) => mark >= low && mark <= high).flatMap((mark) => [
    line(x(mark), TOP, x(mark), bottom, mark === 1 ? { stroke: '#24292f', 'stroke-width': 1.5 } : {}),
    text(x(mark), TOP - 8, `${mark}`, { 'text-anchor': 'middle' }),
  ]);
  const marks = scenarios.flatMap(({ title, comparisons }, index) => {
    const middle = TOP + (index + 0.5) * ROW;
    const shown = COLOURS.flatMap(([side, , colour]) => ({ comparison: comparisons[side], colour })).filter(
      ({ comparison }) => comparison !== undefined,
    );
    return [
      text(LEFT - 14, middle + 4, title, { 'text-anchor': 'end' }),
      text(RIGHT + 14, middle + 4, shown.map(({ comparison }) => comparison!.ratio.toFixed(2)).join(' / ')),
      ...shown.flatMap(({ comparison, colour }, at) => {
        const { ratio, ratios } = comparison!;
        const y = middle + (shown.length > 1 ? 6 * at - 3 : 0);
        const range = { stroke: colour, 'stroke-width': 2 };
        return [line(x(Math.min(...ratios)), y, x(Math.max(...ratios)), y, range), dot(x(ratio), y, colour)];
      }),
    ];
  });
  const measured = COLOURS.filter(([side]) => scenarios.some(({ comparisons }) => comparisons[side]));
  const legend = measured.flatMap(([, language, colour], at) => [
    dot(LEFT + 90 * at, 60, colour),
    text(LEFT + 90 * at + 10, 64, `to ${language}`),
  ]);
  const about =
    `${rows.toLocaleString('en')} events, ${connections} connections; ` +
    'dot: median, line: lowest to highest round; 1: as fast';
  const title = 'Requests a second of the service to those of servers written by hand';
  return svg(WIDTH, bottom + 16, title, [text(16, 46, about), ...legend, ...axis, ...marks]);
}
