/** Colours for a light background that colour-blind people can tell apart (Okabe and Ito). */
export const COLOURS = [
  ...['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'],
  ...['#000000', '#7f7f7f', '#8c510a', '#5e3c99', '#b2182b', '#1b7837'],
];
const INK = '#24292f';

type Attributes = Record<string, string | number>;

/** An image with its own background, legible on pages of any colour. */
export function svg(width: number, height: number, title: string, parts: string[]): string {
  const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height };
  return [
    `<svg${written({ ...frame, role: 'img', 'font-family': 'system-ui, sans-serif', 'font-size': 12 })}>`,
    `<title>${escaped(title)}</title>`,
    element('rect', { width, height, fill: '#ffffff', rx: 6 }),
    text(16, 26, title, { 'font-size': 15, 'font-weight': 600 }),
    ...parts,
    '</svg>\n',
  ].join('\n');
}

export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes = {}): string {
  return element('line', { x1, y1, x2, y2, stroke: '#d0d7de', ...attributes });
}

export function dot(cx: number, cy: number, fill: string, r = 4): string {
  return element('circle', { cx, cy, r, fill });
}

/** A line through points. */
export function path(points: [x: number, y: number][], stroke: string): string {
  const list = points.map((point) => point.map(rounded).join(',')).join(' ');
  return element('polyline', { points: list, fill: 'none', stroke, 'stroke-width': 2 });
}

export function text(x: number, y: number, words: string, attributes: Attributes = {}): string {
  return `<text${written({ x, y, fill: INK, ...attributes })}>${escaped(words)}</text>`;
}

/** Positions on a logarithmic axis. */
export function logScale(
  [low, high]: [number, number],
  [from, to]: [number, number],
): (value: number) => number {
  const span = Math.log(high / low) || 1;
  return (value) => from + ((to - from) * Math.log(value / low)) / span;
}

function element(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>`;
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`)
    .join('');
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(words: string): string {
  return words.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
