import { createHmac } from 'node:crypto';
import { unescape as decoded } from 'node:querystring';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { LRUCache } from 'lru-cache';
import { Agent, request } from 'undici';
import { Config } from '../common/config.js';
import { discover, Measured, type Sample, samplesOf } from '../common/discovery.js';
import { Statements } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { type LoadRow, type Reference, WebhookMessage } from './outbox.js';

/** Milliseconds between two polls, of an attempt with its connect, and between two equal warnings. */
const POLL_EVERY = 1_000;
const ATTEMPT_TIMEOUT = 10_000;
const WARN_EVERY = 60_000;
/** Maximum number of different warnings to track. */
const MAX_WARNED = 100;
/** Maximum attempts at a time. A message has some kilobytes, so that bytes are bounded as well. */
const MAX_IN_FLIGHT = 16;
/** Maximum bytes of a response that are read, and ignored. With a longer one its connection is closed. */
const MAX_RESPONSE = 1_024;

/** The writer in the queue of statements: two run at a time. */
const WRITER = Symbol.for('webhook');

/** The right of this instance to send a message once. `sentAt` is in seconds since 1970. */
type Lease = Reference & Record<'messageId' | 'type' | 'timestamp' | 'sentAt' | 'until', string>;

type Waiting = Record<'waiting' | 'oldest', number>;

/**
 * Leases due messages for 20 s, twice as long as an attempt takes. If the process ends, another attempt
 * follows the lease. All times are of the database: clocks of instances may be wrong. TypeORM's `update` has
 * no limit.
 */
const LEASE = `
  WITH due AS MATERIALIZED (
    SELECT user_id, id FROM outbox_messages
    WHERE next_attempt_at <= now() AND created_at > now() - interval '3 days' AND type = ANY($1)
    ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  UPDATE outbox_messages message SET next_attempt_at = now() + interval '20 s'
  FROM due WHERE message.user_id = due.user_id AND message.id = due.id
  RETURNING message.id AS "messageId", type, message.user_id AS "userId", reference_id AS id,
    created_at AS timestamp, next_attempt_at AS until, floor(extract(epoch FROM now()))::text AS "sentAt"`;
/** TypeORM's `delete` takes twice the processor time. */
const REMOVE = 'DELETE FROM outbox_messages WHERE user_id = $1 AND id = $2';
/** Schedules the next attempt, if there is one, unless another instance has a lease by now. */
const POSTPONE = `
  UPDATE outbox_messages SET attempts = attempts + 1, next_attempt_at = CASE
    WHEN now() + delay < created_at + interval '3 days' THEN now() + delay ELSE 'infinity' END
  FROM unnest('{5 s,5 min,30 min,2 h,5 h,10 h}'::interval[]) WITH ORDINALITY AS delays (delay, nth)
  WHERE user_id = $1 AND id = $2 AND next_attempt_at = $3 AND nth = least(attempts + 1, 6)`;
/** The number is bounded, since each read of the metrics counts. */
const WAITING = `
  SELECT (SELECT count(*)::int FROM (SELECT FROM outbox_messages WHERE next_attempt_at < 'infinity' LIMIT 10000) counted)
    AS waiting, coalesce(extract(epoch FROM now() - (
      SELECT created_at FROM outbox_messages WHERE next_attempt_at < 'infinity' ORDER BY created_at LIMIT 1)), 0)::float8
    AS oldest`;

/**
 * Sends messages to the webhook (standardwebhooks.com), each at least once (outbox.md). It holds no database
 * connection while the receiver takes its time.
 */
@Injectable()
export class WebhookSender implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(WebhookSender.name);
  private readonly agent = new Agent({ connections: MAX_IN_FLIGHT, connect: { timeout: ATTEMPT_TIMEOUT } });
  /** The loaders of rows by the type of messages. */
  private loaders: Map<string, LoadRow>;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly attempts = { delivered: 0, failed: 0 };
  private isPolling = false;
  /** The messages of the last minute: there is one for each kind of failure. */
  private readonly warned = new LRUCache<string, true>({ max: MAX_WARNED, ttl: WARN_EVERY });

  constructor(
    private readonly config: Config,
    private readonly statements: Statements,
    private readonly transactions: Transactions,
    private readonly discovery: DiscoveryService,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    const found = discover(this.discovery, WebhookMessage);
    this.loaders = new Map(found.map(({ method, options: type }) => [type, method]));
  }

  /** Cuts the attempts off. Others follow their leases. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }

  @Measured({
    webhook_attempts_total: 'Attempts to deliver a message to the webhook, by outcome: delivered or failed.',
    webhook_waiting_messages: 'Messages that wait for the webhook, up to 10 000.',
    webhook_oldest_message_seconds: 'Seconds that the oldest of them has waited.',
  })
  async measure(): Promise<Sample[]> {
    const [row] = await this.statements.query<Waiting>({ text: WAITING, values: [] });
    return [
      ...samplesOf('webhook_attempts_total', 'outcome', this.attempts),
      ['webhook_waiting_messages', row!.waiting],
      ['webhook_oldest_message_seconds', row!.oldest],
    ];
  }

  /** Sends what is due. A job that is run by hand has no server: it leaves its messages to the service. */
  @Interval(POLL_EVERY)
  async poll(): Promise<void> {
    if (!this.config.WEBHOOK_URL || !this.host.httpAdapter || this.isPolling) return;
    this.isPolling = true;
    try {
      while (!this.agent.destroyed && (await this.sendSome())) await Promise.race(this.inFlight);
    } catch (error) {
      this.warn(`Messages for the webhook cannot be read: ${(error as Error).message}`);
    }
    this.isPolling = false;
  }

  /** Begins attempts until all slots are taken. @returns whether more messages may be due */
  private async sendSome(): Promise<boolean> {
    const room = MAX_IN_FLIGHT - this.inFlight.size;
    const leases = await this.write<Lease>(LEASE, [[...this.loaders.keys()], room]);
    for (const lease of leases) {
      const attempt = this.deliver(lease)
        .catch((error) => this.warn(`A message for the webhook is sent again: ${error.message}`))
        .finally(() => this.inFlight.delete(attempt));
      this.inFlight.add(attempt);
    }
    return leases.length === room;
  }

  /** Makes one attempt. Then it removes the message, or postpones it. What is deleted is not sent. */
  private async deliver(lease: Lease): Promise<void> {
    const row = await this.transactions.inTurn(WRITER, () => this.loaders.get(lease.type)!(lease));
    const failure = row && (await this.send(lease, row));
    if (this.agent.destroyed) return;
    if (row) this.attempts[failure ? 'failed' : 'delivered'] += 1;
    if (failure) this.warn(`The receiver of the webhook fails (${failure}). Messages are sent again.`);
    const key = [lease.userId, lease.messageId];
    await (failure ? this.write(POSTPONE, [...key, lease.until]) : this.write(REMOVE, key));
  }

  /** Sends a message, and follows no redirect. @returns the failure, without the URL; undefined for none */
  private async send({ messageId, type, timestamp, sentAt }: Lease, data: object) {
    const url = new URL(this.config.WEBHOOK_URL!);
    const user = url.username && `${decoded(url.username)}:${decoded(url.password)}`;
    const key = Buffer.from(this.config.WEBHOOK_SECRET!.replace('whsec_', ''), 'base64');
    const body = JSON.stringify({ type, timestamp, data });
    const signature = createHmac('sha256', key).update(`${messageId}.${sentAt}.${body}`).digest('base64');
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'events-and-gigs (webhook)' },
      ...{ 'webhook-id': messageId, 'webhook-timestamp': sentAt, 'webhook-signature': `v1,${signature}` },
      ...(user && { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
    };
    const limits = { signal: AbortSignal.timeout(ATTEMPT_TIMEOUT), dispatcher: this.agent };
    try {
      const response = await request(url, { method: 'POST', headers, body, ...limits });
      await response.body.dump({ limit: MAX_RESPONSE }).catch(() => {});
      const { statusCode } = response;
      return statusCode >= 200 && statusCode < 300 ? undefined : `status ${statusCode}`;
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException;
      return typeof code === 'string' ? code : name; // the message may have the address
    }
  }

  private write<Row>(text: string, values: unknown[]): Promise<Row[]> {
    const send = () => this.statements.query<Row>({ text, values });
    return this.transactions.inTurn(WRITER, send);
  }

  private warn(message: string): void {
    if (this.warned.has(message)) return;
    this.warned.set(message, true);
    this.logger.warn(message);
  }
}
