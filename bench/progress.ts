import { TerminalProgress } from '../src/jobs/terminal-progress.js';

/** A progress bar on a terminal; elsewhere only that something starts. */
export class Progress {
  private readonly bar = new TerminalProgress(process.stderr);
  private step?: string;

  /** So many of a step are done. */
  show(step: string, done: number, total: number): void {
    if (process.stderr.isTTY) this.bar.show(step, done, total);
    else if (step !== this.step) say(`${step}: ${total.toLocaleString('en')}`);
    this.step = step;
  }

  /** Leaves the bar as it is and goes on below it. */
  end(): void {
    this.bar.end();
  }
}

/** Tells people what happens now; the standard output is for the results. */
export function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
