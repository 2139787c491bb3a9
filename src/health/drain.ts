import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Milliseconds without an answer after which no client is left that sends, and the longest wait for that. */
const QUIET = 100;
const LONGEST = 2_000;

/**
 * Lets clients go before the server stops: every answer from now on closes its connection, so that none is cut off
 * between two requests. What is in flight after that, the server's own close waits for.
 */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  stopping = false;
  private answeredAt = 0;

  register(server: FastifyInstance): void {
    server.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.stopping) {
        this.answeredAt = performance.now();
        reply.header('connection', 'close');
      }
      done();
    });
  }

  onModuleDestroy(): void {
    this.stopping = true;
    this.answeredAt = performance.now();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const latest = performance.now() + LONGEST;
    while (performance.now() < Math.min(this.answeredAt + QUIET, latest)) await sleep(QUIET / 4);
  }
}
