import type { Request } from 'autocannon';
import type { Side } from '../pair.js';
import type { Fixture } from './fixture.js';

/** What a connection sends to a server: a list of requests, over and over, or each one new. */
export type Requests = Request[] | (() => Request);

/** A request that both servers must refuse alike. */
export interface Refused {
  request: Request;
  /** Whose token it carries. */
  connection: number;
  status: number;
  code: string;
}

/** One kind of request that service and baseline are measured by. */
export interface Scenario {
  /** The value of `--only`. */
  name: string;
  /** Its name in the table. */
  title: string;
  /** The status of a good answer. */
  status: number;
  /** Servers by hand that have no such thing. */
  without?: Side[];
  requests(fixture: Fixture, connection: number, side: Side): Requests;
  /** Members of an answer that each server generates, and that so cannot be equal. */
  ownMembers?: string[];
  /** SQL for what a request has stored, by the `id` of its answer (`$1`), where that is more than the answer. */
  stored?: string;
  /** The answer to a request that is sent a second time, where that is refused. */
  again?: { status: number; code: string };
  /** Requests that show that both servers check the same, in the same order. */
  refused?(fixture: Fixture): Refused[];
}

/** Whether the baseline has such a thing. Where it has not, the service is measured by itself, where that says something. */
export const isCompared = ({ without = [] }: Scenario): boolean => !without.includes('baseline');

/** An id that nothing has. */
export const UNKNOWN = '00000000-0000-7000-8000-000000000000';

export function get(path: string, headers?: Record<string, string>): Request {
  return { method: 'GET', path, headers };
}

export function send(
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
  headers?: Record<string, string>,
): Request {
  return {
    method,
    path,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** One connection's part of a list. */
export function share<Item>(items: Item[], parts: number, part: number): Item[] {
  const size = Math.max(1, Math.floor(items.length / parts));
  return items.slice(part * size, (part + 1) * size);
}
