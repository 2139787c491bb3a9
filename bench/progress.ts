import { TerminalProgress } from '../src/jobs/terminal-progress.js';

/** A progress bar on a terminal; elsewhere a line when a step starts. */
export class Progress {
  private readonly bar = new TerminalProgress(process.stderr);
  private step?: string;

  show(step: string, done: number, total: number): void {
    if (process.stderr.isTTY) this.bar.show(step, done, total);
    else if (step !== this.step) log(`${step}: ${total.toLocaleString('en')}`);
    this.step = step;
  }

  /** Leaves the bar as it is; the next output starts on a new line. */
  end(): void {
    this.bar.end();
  }
}

/** Says what happens now, on the standard error: the standard output is for the results. */
export function log(message: string): void {
  process.stderr.write(`${message}\n`);
}
