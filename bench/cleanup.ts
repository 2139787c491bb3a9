/** What has to be undone in the end, whatever happens. The last step added runs first. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Runs every step. The failure of one is printed, and the others run all the same. */
  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop())
      await step().catch((error) => process.stderr.write(`While tidying up: ${(error as Error).message}\n`));
  }
}
