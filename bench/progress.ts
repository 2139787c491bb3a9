const WIDTH = 30;

/** A progress bar on a terminal; elsewhere only that something starts. */
export class Progress {
  constructor(
    private readonly what: string,
    private readonly total: number,
  ) {
    if (!process.stderr.isTTY) process.stderr.write(`${what}: ${total.toLocaleString('en')}\n`);
  }

  show(done: number): void {
    if (!process.stderr.isTTY) return;
    const filled = Math.round((WIDTH * done) / this.total);
    const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
    process.stderr.write(
      `\r${this.what} [${bar}] ${done.toLocaleString('en')} of ${this.total.toLocaleString('en')}`,
    );
  }

  /** Leaves the bar as it is and goes on below it. */
  end(): void {
    if (process.stderr.isTTY) process.stderr.write('\n');
  }
}

/** Tells people what happens now; the standard output is for the results. */
export function say(what: string): void {
  process.stderr.write(`${what}\n`);
}
