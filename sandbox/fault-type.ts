import type { Exchange } from './reply.js';

/** What may be set about faults; each has some of these options. */
export interface FaultOptions {
  status: number;
  retryAfter: string | number;
  body: unknown;
  bytes: number;
  everyMs: number;
  mib: number;
  tags: number;
  to: string;
  chunked: boolean;
}

/** A way to misbehave. */
export interface FaultType {
  /** The only endpoint that misbehaves so; without it, all do. */
  readonly of?: string;
  readonly about: string;
  /** The options of this fault, with their defaults. */
  readonly options: Partial<FaultOptions>;
  readonly play: (exchange: Exchange, options: FaultOptions) => void | Promise<void>;
}
