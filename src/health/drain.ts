import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';

/** Milliseconds without a response after which no client sends requests, and the maximum wait for that. */
const QUIET = 400;
const LONGEST = 3_000;
/** Milliseconds between two checks for connections that delay the close. */
const CHECK_EVERY = 50;
/** Milliseconds after which a connection that has sent nothing counts as idle. */
const SILENT = 500;
/** Milliseconds after which all connections are closed: by then, only clients that do not read remain. */
const LAST = 7_000;

/**
 * Releases clients before the server stops. Each response closes its connection, so no client is cut off
 * between two requests. The server's own close waits for the requests in flight.
 */
@Injectable()
export class Drain implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  stopping = false;
  private respondedAt = 0;
  /** The open connections. */
  private readonly sockets = new Set<Socket>();

  constructor(private readonly host: HttpAdapterHost<FastifyAdapter>) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter?.getInstance();
    fastify?.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    fastify?.addHook('onSend', (_request, reply, _payload, done) => {
      if (this.stopping) {
        this.respondedAt = performance.now();
        reply.header('connection', 'close');
      }
      done();
    });
  }

  /** Reports the service as not ready, and keeps serving while load balancers take notice. */
  async drain(seconds: number): Promise<void> {
    this.stopping = true;
    await sleep(seconds * 1000);
  }

  onModuleDestroy(): void {
    this.stopping = true;
    this.respondedAt = performance.now();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const server = this.host.httpAdapter?.getInstance().server;
    if (!server) return; // a job run by hand has no server
    const latest = performance.now() + LONGEST;
    // The first check comes after what has just connected.
    do await sleep(CHECK_EVERY);
    while (this.sockets.size > 0 && performance.now() < Math.min(this.respondedAt + QUIET, latest));
    this.releaseIdle(server);
  }

  /** Closes idle connections until the server is closed, and silent ones, which Node counts as busy. */
  private releaseIdle(server: Server): void {
    const checks = setInterval(() => server.closeIdleConnections(), CHECK_EVERY).unref();
    server.once('close', () => clearInterval(checks));
    const closeSilent = () => {
      for (const socket of this.sockets) if (socket.bytesRead === 0) socket.destroy();
    };
    setTimeout(closeSilent, SILENT).unref();
    setTimeout(() => server.closeAllConnections(), LAST).unref();
  }
}
