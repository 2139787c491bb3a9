import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Milliseconds without an answer after which no client sends any more, and the longest wait for that. */
const QUIET = 400;
const LONGEST = 3_000;
/** Milliseconds between two checks for connections that delay the close. */
const CHECK_EVERY = 50;
/** Checks after which a connection that has sent nothing counts as idle. */
const SILENT_CHECKS = 10;
/** Checks after which whoever still does not read an answer is cut off. Any request is answered by then. */
const LAST_CHECK = 140;

/**
 * Releases clients before the server stops. Each answer closes its connection, so no client is cut off between two
 * requests. The server's own close waits for the requests in flight.
 */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  stopping = false;
  private answeredAt = 0;
  private server?: Server;
  /** The open connections. */
  private readonly sockets = new Set<Socket>();

  register(fastify: FastifyInstance): void {
    this.server = fastify.server;
    fastify.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    fastify.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.stopping) {
        this.answeredAt = performance.now();
        reply.header('connection', 'close');
      }
      done();
    });
  }

  /** Says that the service is not ready, and goes on serving while those who send it requests find out. */
  async drain(seconds: number): Promise<void> {
    this.stopping = true;
    await sleep(seconds * 1000);
  }

  onModuleDestroy(): void {
    this.stopping = true;
    this.answeredAt = performance.now();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (!this.server) return; // a job by hand serves nobody
    const latest = performance.now() + LONGEST;
    while (performance.now() < Math.min(this.answeredAt + QUIET, latest)) await sleep(CHECK_EVERY);
    this.releaseIdle(this.server);
  }

  /** Closes idle connections until the server is closed, and silent ones, which Node counts as busy. */
  private releaseIdle(server: Server): void {
    let checks = 0;
    const timer = setInterval(() => {
      checks += 1;
      server.closeIdleConnections();
      if (checks === LAST_CHECK) server.closeAllConnections();
      if (checks >= SILENT_CHECKS)
        for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    }, CHECK_EVERY).unref();
    server.once('close', () => clearInterval(timer));
  }
}
