import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The rules of `deploy/alerts.yaml`. */
export const ALERTS: { alert: string; expr: string }[] = parse(
  readFileSync('deploy/alerts.yaml', 'utf8'),
).groups.flatMap(({ rules }: { rules: { alert: string; expr: string }[] }) => rules);

type Labels = Record<string, string>;
type Vector = { labels: Labels; value: number }[];
type Value = number | Vector;

/** The samples of one read of the metrics. */
export interface Scrape {
  at: number;
  samples: { name: string; labels: Labels; value: number }[];
  /** The names in the lines `# TYPE`. */
  names: string[];
}

/** Reads the metrics of a service, and adds `up` as Prometheus does. */
export async function scrape(url: string): Promise<Scrape> {
  const text = await fetch(`${url}/metrics`).then(
    (response) => response.text(),
    () => '',
  );
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, of]) => [key!, of!]),
    ),
    value: Number(value),
  }));
  const up = { name: 'up', labels: { job: 'events-and-gigs' }, value: Number(text !== '') };
  return {
    at: Date.now() / 1000,
    samples: [up, ...samples],
    names: [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!),
  };
}

/** The names of the metrics in an expression of PromQL. */
export function namesIn(expression: string): string[] {
  const words = expression
    .replace(/"[^"]*"|\[\w+\]|\b(?:by|on|ignoring) *\([^)]*\)|\{[^}]*\}/g, ' ')
    .match(/\b[a-z]\w*\b(?! *\()/g);
  return (words ?? []).filter((word) => !['by', 'sum', 'max', 'and', 'or'].includes(word));
}

/** The alerts whose conditions hold, where `before` and `after` are the first and the last read of each range. */
export function firing(before: Scrape, after: Scrape): string[] {
  return ALERTS.filter(({ expr }) => {
    const value = new Evaluation(expr, before, after).value();
    return typeof value === 'number' || value.length > 0;
  }).map(({ alert }) => alert);
}

const AGGREGATES: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  max: (values) => Math.max(...values),
};
const OPERATORS: Record<string, (a: number, b: number) => number | boolean> = {
  '-': (a, b) => a - b,
  '/': (a, b) => a / b,
  '>': (a, b) => a > b,
  '==': (a, b) => a === b,
};
const LEVELS = [['==', '>'], ['-'], ['/']];

/** PromQL as far as the alerts use it. A range has two samples; a rate is per its length. */
class Evaluation {
  private readonly tokens: string[];

  constructor(
    private readonly expression: string,
    private readonly before: Scrape,
    private readonly after: Scrape,
  ) {
    this.tokens = expression.match(/"[^"]*"|\[\w+\]|[\w.]+|[=!]~|[=!]=|[^\s]/g)!;
  }

  value(): Value {
    const value = this.binary(0);
    if (this.tokens.length > 0) throw new Error(`Cannot read ${this.tokens[0]} in ${this.expression}`);
    return value;
  }

  private binary(level: number): Value {
    const operators = LEVELS[level];
    if (!operators) return this.primary();
    let left = this.binary(level + 1);
    while (operators.includes(this.tokens[0]!))
      left = combine(this.tokens.shift()!, left, this.binary(level + 1));
    return left;
  }

  private primary(): Value {
    const token = this.tokens.shift()!;
    if (/^[\d.]+$/.test(token)) return Number(token);
    if (token === '(') return this.inParentheses();
    if (token === 'time') {
      this.take('(', ')');
      return this.after.at;
    }
    if (token === 'absent')
      return (this.inParentheses(true) as Vector).length > 0 ? [] : [{ labels: {}, value: 1 }];
    if (token === 'increase' || token === 'rate') return this.inParentheses(true) as Vector;
    if (AGGREGATES[token]) return this.aggregate(AGGREGATES[token]);
    return this.select(token);
  }

  private inParentheses(isOpen?: boolean): Value {
    if (isOpen) this.take('(');
    const value = this.binary(0);
    this.take(')');
    return value;
  }

  private aggregate(of: (values: number[]) => number): Vector {
    const by: string[] = [];
    if (this.tokens[0] === 'by') {
      const end = this.tokens.indexOf(')');
      by.push(
        ...this.tokens
          .splice(0, end + 1)
          .slice(2)
          .filter((token) => /\w/.test(token)),
      );
    }
    const groups = new Map<string, Vector>();
    for (const each of this.inParentheses(true) as Vector) {
      const group = key(pick(each.labels, by));
      groups.set(group, [...(groups.get(group) ?? []), each]);
    }
    return [...groups.values()].map((group) => ({
      labels: pick(group[0]!.labels, by),
      value: of(group.map(({ value }) => value)),
    }));
  }

  /** The samples that match; with a range, their increases. A series that is new has none. */
  private select(name: string): Vector {
    const matchers: ((labels: Labels) => boolean)[] = [];
    if (this.tokens[0] === '{') {
      this.take('{');
      while (this.next !== '}') {
        const [label, operator, quoted] = this.tokens.splice(0, 3) as [string, string, string];
        const expression = new RegExp(`^(?:${quoted.slice(1, -1)})$`); // values have letters and digits
        matchers.push((labels) => expression.test(labels[label] ?? '') !== operator.startsWith('!'));
        if (this.next === ',') this.take(',');
      }
      this.take('}');
    }
    const matching = ({ samples }: Scrape) =>
      samples.filter((sample) => sample.name === name && matchers.every((matches) => matches(sample.labels)));
    if (!this.tokens[0]?.startsWith('[')) return matching(this.after);
    this.tokens.shift();
    const earlier = new Map(matching(this.before).map(({ labels, value }) => [key(labels), value]));
    return matching(this.after)
      .filter(({ labels }) => earlier.has(key(labels)))
      .map(({ labels, value }) => ({ labels, value: value - earlier.get(key(labels))! }));
  }

  private get next(): string | undefined {
    return this.tokens[0];
  }

  private take(...expected: string[]): void {
    for (const each of expected)
      if (this.tokens.shift() !== each) throw new Error(`${each} is missing in ${this.expression}`);
  }
}

const pick = (labels: Labels, names: string[]): Labels =>
  Object.fromEntries(names.filter((name) => name in labels).map((name) => [name, labels[name]!]));
const key = (labels: Labels) => JSON.stringify(Object.entries(labels).sort());

/** Comparisons filter the left side; vectors match by equal labels. */
function combine(operator: string, left: Value, right: Value): Value {
  const apply = OPERATORS[operator]!;
  if (typeof left === 'number' && typeof right === 'number') return Number(apply(left, right));
  const pairs: [Labels, number, number][] =
    typeof left === 'number'
      ? (right as Vector).map(({ labels, value }) => [labels, left, value])
      : left.flatMap(({ labels, value }): [Labels, number, number][] => {
          if (typeof right === 'number') return [[labels, value, right]];
          const other = right.find((each) => key(each.labels) === key(labels));
          return other ? [[labels, value, other.value]] : [];
        });
  return pairs.flatMap(([labels, a, b]) => {
    const result = apply(a, b);
    if (typeof result === 'number') return [{ labels, value: result }];
    return result ? [{ labels, value: a }] : [];
  });
}
