import { COLOURS, dot, line, logScale, path, svg, text } from '../plot/svg.js';
import { growthOf, type Report } from './report.js';

const WIDTH = 900;
const HEIGHT = 460;
/** Where the lines begin and end, from left and top. The names stand to their right. */
const LEFT = 60;
const RIGHT = WIDTH - 330;
const TOP = 70;
const BOTTOM = HEIGHT - 50;
const NAME = 22;
/** The marks that the axis may have. */
const MARKS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** How the latency of each scenario grows with the tables; both axes are logarithmic. */
export function growthPlot(report: Report): string {
  const sizes = report.sizes.map(({ size }) => size);
  const scenarios = report.sizes[0]!.scenarios.map(({ name, title }) => ({
    title,
    growth: growthOf(report, name),
  }));
  const all = scenarios.flatMap(({ growth }) => growth.filter((factor) => factor !== undefined));
  const low = Math.min(0.5, ...all) * 0.9;
  const high = Math.max(4, ...all) * 1.1;
  const x = logScale([sizes[0]!, sizes.at(-1)!], [LEFT, RIGHT]);
  const y = logScale([low, high], [BOTTOM, TOP]);
  const across = MARKS.filter((mark) => mark >= low && mark <= high).flatMap((mark) => [
    line(LEFT, y(mark), RIGHT, y(mark), mark === 1 ? { stroke: '#24292f' } : {}),
    text(LEFT - 8, y(mark) + 4, `${mark}`, { 'text-anchor': 'end' }),
  ]);
  const upright = sizes.flatMap((size) => [
    line(x(size), TOP, x(size), BOTTOM),
    text(x(size), BOTTOM + 18, size.toLocaleString('en'), { 'text-anchor': 'middle' }),
  ]);
  const lines = scenarios.flatMap(({ title, growth }, index) => {
    const colour = COLOURS[index % COLOURS.length]!;
    const points = growth.flatMap((factor, at): [number, number][] =>
      factor === undefined ? [] : [[x(sizes[at]!), y(factor)]],
    );
    const name = TOP + 6 + index * NAME;
    return [
      path(points, colour),
      ...points.map(([left, top]) => dot(left, top, colour, 3)),
      dot(RIGHT + 34, name, colour, 5),
      text(RIGHT + 46, name + 4, title),
    ];
  });
  const title = 'Latency of the service as the tables grow, to that at the smallest size';
  const foot = text((LEFT + RIGHT) / 2, BOTTOM + 38, 'events, and notifications', {
    'text-anchor': 'middle',
  });
  const about = 'p50, divided by that of a request that touches no table in the same seconds';
  return svg(WIDTH, HEIGHT, title, [text(16, 46, about), ...across, ...upright, ...lines, foot]);
}
