import { Presets, SingleBar } from 'cli-progress';

/** Displays progress on a terminal: each step with its count, and a bar if the total is known. */
export class TerminalProgress {
  private step?: string;
  private bar?: SingleBar;

  /** @param stream nothing is written if it is not a terminal */
  constructor(private readonly stream: NodeJS.WritableStream) {}

  /** Displays how many are done, of `total` if it is known. */
  show(step: string, done: number, total?: number): void {
    if (this.step !== step) this.begin(step, total);
    if (total !== undefined) this.bar!.setTotal(total);
    this.bar!.update(done);
  }

  /** Ends the current line. Later output starts below it. */
  end(): void {
    this.bar?.stop();
    this.step = undefined;
  }

  private begin(step: string, total = 0): void {
    this.end();
    this.step = step;
    const format = total === 0 ? `${step}: {value}` : `${step} [{bar}] {value} of {total}`;
    const formatValue = (count: number) => count.toLocaleString('en');
    const options = { stream: this.stream, format, formatValue, hideCursor: true };
    this.bar = new SingleBar(options, Presets.shades_classic);
    this.bar.start(total, 0);
  }
}
