/** Colours for a light background that colour-blind people can tell apart (Okabe and Ito). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#7f7f7f'];
const [WIDTH, HEIGHT] = [1_000, 420];
const FRAME = { left: 70, right: WIDTH - 130, top: 46, bottom: HEIGHT - 40 };

/** A mark of an axis: where it stands, and what it says. */
type Mark = [at: number, label: string];

interface Chart {
  x: Mark[];
  y: Mark[];
  series: { name: string; points: [x: number, y: number][] }[];
  /** Points alone, where the x axis has kinds and no order. */
  hasNoLines?: boolean;
}

/** Lines through points, on a background of its own. The axes reach from the first mark to the last. */
export function lineChart(title: string, { x, y, series, hasNoLines = false }: Chart): string {
  const { left, right, top, bottom } = FRAME;
  const [across, up] = [scale(x, left + 20, right - 20), scale(y, bottom, top)];
  const lines = series.flatMap(({ name, points }, index) => {
    const colour = COLOURS[index % COLOURS.length]!;
    const placed = points.map(([at, value]) => [across(at), up(value)].map((each) => each.toFixed(1)));
    return [
      ...(hasNoLines
        ? []
        : [`<polyline points="${placed.join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`]),
      ...(placed.length < 50 ? placed : []).map(
        ([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}"/>`,
      ),
      text(right, top + 16 * index + 4, name, 'start', colour),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text(16, 24, title, 'start'),
    ...y.flatMap(([at, label]) => [
      `<line x1="${left}" x2="${right - 10}" y1="${up(at)}" y2="${up(at)}" stroke="#d0d7de"/>`,
      text(left - 8, up(at) + 4, label, 'end'),
    ]),
    ...x.map(([at, label]) => text(across(at), bottom + 20, label, 'middle')),
    ...lines,
    '</svg>\n',
  ].join('\n');
}

function scale(marks: Mark[], from: number, to: number): (value: number) => number {
  const [low, high] = [marks[0]![0], marks.at(-1)![0]];
  return (value) => Math.round((from + ((to - from) * (value - low)) / (high - low || 1)) * 10) / 10;
}

function text(x: number, y: number, words: string, anchor: string, colour = '#24292f'): string {
  const escaped = words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${escaped}</text>`;
}
