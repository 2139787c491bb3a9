/** What has to be undone in the end, whatever happens, the last thing first. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Takes every step; one that fails is told and keeps none of the others from being taken. */
  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop())
      await step().catch((error) => process.stderr.write(`While tidying up: ${(error as Error).message}\n`));
  }
}
