import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../cleanup.js';
import type { FromGenerator, ToGenerator } from './generator.js';

/** Load generators, each a process of its own, so that they do not limit the instances. */
export class Generators {
  private readonly children: ChildProcess[];

  constructor(
    count: number,
    cleanup: Cleanup,
    private readonly signal: AbortSignal,
  ) {
    const program = fileURLToPath(new URL('./generator.js', import.meta.url));
    this.children = Array.from({ length: count }, () => fork(program));
    cleanup.add(async () => {
      for (const child of this.children) if (child.connected) child.disconnect(); // which ends it
    });
  }

  get pids(): number[] {
    return this.children.map(({ pid }) => pid!);
  }

  /** Runs one load on each generator, all at once. @returns the milliseconds of the requests */
  async run(loads: ToGenerator[]): Promise<number[]> {
    const answers = loads.map(async (load, index) => {
      const child = this.children[index]!;
      const answered = once(child, 'message', { signal: this.signal });
      child.send(load);
      const [answer] = (await answered) as [FromGenerator];
      if ('fault' in answer) throw new Error(answer.fault);
      return answer.latencies;
    });
    return (await Promise.all(answers)).flat();
  }
}
