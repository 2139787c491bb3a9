import { type Options, Presets, SingleBar } from 'cli-progress';

const COUNT = '{step}: {count}, {rate}/s';
const BAR = `{step} [{bar}] {count} of {all}, {rate}/s`;

/** Shows on a terminal how far a run has come: a bar for each step whose total is known, a count for the others. */
export class TerminalProgress {
  private step?: { name: string; bar: SingleBar; since: number };

  /** @param stream nothing is written where it is not a terminal */
  constructor(private readonly stream: NodeJS.WritableStream) {}

  /** Shows how many are done, of `total` where that is known. */
  show(name: string, done: number, total?: number): void {
    if (this.step?.name !== name) this.begin(name, total);
    const { bar, since } = this.step!;
    const seconds = (performance.now() - since) / 1000;
    const rate = seconds > 0 ? Math.round(done / seconds) : 0;
    if (total !== undefined) bar.setTotal(total);
    bar.update(done, {
      step: name,
      count: formatted(done),
      all: formatted(total ?? 0),
      rate: formatted(rate),
    });
  }

  /** Keeps what is shown and continues below it. */
  end(): void {
    this.step?.bar.stop();
    this.step = undefined;
  }

  private begin(name: string, total: number | undefined): void {
    this.end();
    const options: Options = {
      stream: this.stream,
      format: total === undefined ? COUNT : BAR,
      hideCursor: true,
    };
    const bar = new SingleBar(options, Presets.shades_classic);
    bar.start(total ?? 0, 0, { step: name, count: 0, all: formatted(total ?? 0), rate: 0 });
    this.step = { name, bar, since: performance.now() };
  }
}

function formatted(count: number): string {
  return count.toLocaleString('en');
}
