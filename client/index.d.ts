import type { Client, ClientOptions, MaybeOptionalInit } from 'openapi-fetch';
import type { components, NotificationDto, paths } from './schema.js';

export type * from './schema.js';

/** A fault of a request: its place, as a JSON pointer or the name of a parameter, and what is wrong. */
export type Fault = NonNullable<components['schemas']['Problem']['errors']>[number];

export type ProblemCode = components['schemas']['Problem']['code'];

type WithCode<Code extends ProblemCode> = Omit<components['schemas']['Problem'], 'code' | 'errors'> & {
  code: Code;
} & (Code extends 'VALIDATION_FAILED' ? { errors: Fault[] } : { errors?: undefined });

/** What went wrong (RFC 9457). `code` tells which it is, and narrows the rest. */
export type AnyProblem = { [Code in ProblemCode]: WithCode<Code> }[ProblemCode];

/** A refusal as an error: a problem of the service, or `UNAVAILABLE` where a proxy answers in its place. */
export declare class ProblemError extends Error {
  readonly problem: AnyProblem;
  /** Seconds to wait before the next try; 0 where the service does not say. */
  readonly retryAfter: number;
  constructor(problem: AnyProblem, retryAfter?: number);
}

type Expansions = Required<Pick<components['schemas']['EventWithPartsDto'], 'creator' | 'viewer' | 'counts'>>;

/** An event of a list whose expansions were asked for by `include`, such as `Including<'viewer'>`: they are present. */
export type Including<Expansion extends keyof Expansions> = components['schemas']['ListedEventDto'] &
  Pick<Expansions, Expansion>;

/**
 * The data of an answer.
 * @throws ProblemError for a refusal
 */
export declare function unwrap<Data>(answer: { data?: Data; error?: unknown; response: Response }): Data;

/** Whether the same request may succeed later: a lost connection, 429, 500, 502, 503 or 504. */
export declare function isTemporary(error: unknown): boolean;

/**
 * The token for the next request, undefined for none. It is called for each request. After a 401 it is called once more, with
 * the token that was refused, and the request is repeated with what it returns.
 */
export type TokenSource = (refused?: string) => string | undefined | Promise<string | undefined>;

export interface EventsClientOptions extends Omit<ClientOptions, 'fetch'> {
  /** Such as `https://events.example.com`. */
  baseUrl: string;
  token?: TokenSource;
  /** In place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Any page of a list. */
interface AnyPage {
  data: unknown[];
  total: number;
  nextCursor: string | null;
}

type ListOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer List extends AnyPage } } };
}
  ? List
  : never;

/** The paths of lists, such as `/events`. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends { get: infer Operation }
    ? [ListOf<Operation>] extends [never]
      ? never
      : Path
    : never;
}[keyof paths];

/** A page of the list at this path. */
export type PageOf<Path extends ListPath> = ListOf<paths[Path]['get']>;

type Init<Path extends ListPath> =
  undefined extends MaybeOptionalInit<paths[Path], 'get'>
    ? [init?: MaybeOptionalInit<paths[Path], 'get'>]
    : [init: MaybeOptionalInit<paths[Path], 'get'>];

export interface StreamOptions {
  /** Ends the stream; also a wait. */
  signal?: AbortSignal;
  /** The id of the last notification that is known: the stream goes on after it. */
  lastEventId?: string;
  /** Milliseconds without a sign of life after which a connection counts as lost; the service gives one every 15 s. */
  silence?: number;
}

/** The service: `GET`, `POST`, `PUT`, `PATCH` and `DELETE` of openapi-fetch, and what follows. */
export interface EventsClient extends Client<paths> {
  /**
   * The pages of a list to its end, from `offset` or `cursor` of the query on, or from the first.
   * @throws ProblemError for a refusal
   */
  pages<Path extends ListPath>(
    path: Path,
    ...init: Init<Path>
  ): AsyncGenerator<PageOf<Path>, void, undefined>;
  /** The items of these pages, one by one. */
  items<Path extends ListPath>(
    path: Path,
    ...init: Init<Path>
  ): AsyncGenerator<PageOf<Path>['data'][number], void, undefined>;
  /**
   * The notifications of the user as they come, each at least once, until the signal is aborted. After a lost connection it
   * goes on behind the last one, and waits longer after each failure, or as long as the service says.
   * @throws ProblemError where the service refuses: 401 means that the user must sign in again
   */
  notifications(options?: StreamOptions): AsyncGenerator<NotificationDto, void, undefined>;
}

export declare function createClient(options: EventsClientOptions): EventsClient;
