import type { LoggerService } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { currentTrace, traceOf } from './http/trace.js';
import { withoutControls } from './text.js';

const STDOUT = 1;
/** Bytes buffered while writes fail, for example on a full disk. Later entries are dropped. */
const MAX_UNWRITTEN = 1024 * 1024;

/** Creates a log destination. A full disk loses entries but does not crash the process. */
export function logTo(fileDescriptor: number): DestinationStream {
  const destination = pino.destination({ dest: fileDescriptor, maxLength: MAX_UNWRITTEN });
  const { flushSync } = destination;
  // Without a listener, an error crashes the process. At exit, pino would retry the write forever.
  destination.on('error', () => Object.assign(destination, { flushSync: () => {} }));
  destination.on('write', () => Object.assign(destination, { flushSync }));
  return destination;
}

/** Creates the log: one JSON object per line. @param instance the name of this instance, for each line */
export function createLog(level: string, destination = logTo(STDOUT), instance?: string): pino.Logger {
  const mixin = () => ({ traceId: currentTrace()?.id });
  const base = instance === undefined ? undefined : { instance };
  return pino({ level, base, mixin, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** Creates a log for a terminal: one line per entry, with the time of day and the class name. */
export async function createTerminalLog(level: string, destination: 1 | NodeJS.WritableStream = STDOUT) {
  const { default: pretty } = await import('pino-pretty');
  const stream = pretty({
    destination,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: ['err'], // a field named `error` is a string
    ignore: 'context',
    messageFormat: ({ context, msg = '' }) => inOneLine(context ? `${context}: ${msg}` : String(msg)),
  });
  return createLog(level, stream).child({}, { serializers: { err: sanitized } });
}

const inOneLine = (text: string) => withoutControls(text.replace(/\s+/g, ' '));

/** Strips control characters from an error: its message may quote input that would control the terminal. */
function sanitized(error: Error) {
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  const [text, trace] = [message, stack].map((each) => withoutControls(each, { lines: true }));
  return { ...rest, message: text, stack: trace };
}

/** Nest logs each module and route at startup, which only developers need. */
const OF_FRAMEWORK = /^(InstanceLoader|RoutesResolver|RouterExplorer)$/;

/** Forwards log calls of Nest and of our classes to pino, with the class name as `context`. */
export class PinoLogger implements LoggerService {
  readonly warn = this.writer('warn');
  readonly error = this.writer('error');
  readonly fatal = this.writer('fatal');
  readonly debug = this.writer('debug');
  readonly verbose = this.writer('trace');
  readonly log = (message: unknown, ...rest: unknown[]): void =>
    this.writer(OF_FRAMEWORK.test(String(rest.at(-1))) ? 'debug' : 'info')(message, ...rest);

  constructor(private readonly pino: pino.Logger) {}

  private writer(level: pino.Level) {
    return (message: unknown, ...rest: unknown[]): void => {
      const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
      const fields = { context: rest.at(-1), stack };
      if (message instanceof Error) this.pino[level]({ ...fields, err: message }, message.message);
      else if (typeof message === 'object') this.pino[level]({ ...fields, ...message });
      else this.pino[level](fields, String(message));
    };
  }
}

/**
 * A possible calendar token or part of one: after `calendars/`, 16 or more characters that are not an id;
 * elsewhere, 40 or more. Ids are shorter, except those of some users.
 */
const SECRET = /(?<=calendars\/)(?![\da-f-]{36}(?:\/|$))[^/]{16,}|[\w%-]{40,}/gi;

/** The path of a request for logs and responses, with calendar tokens redacted, even if it is mistyped. */
export function redactedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(SECRET, ':token');
}

/** Logs one entry per response: never a header, a body, a query or a token. */
export function logRequests(server: FastifyInstance, log: pino.Logger, level: pino.Level): void {
  if (!log.isLevelEnabled(level)) return;
  server.addHook('onResponse', (request, reply, done) => {
    log[level]({
      requestId: request.id,
      method: request.method,
      path: redactedPath(request),
      status: reply.statusCode,
      userId: request.caller?.id,
      milliseconds: Math.round(reply.elapsedTime),
      code: reply.problem?.code,
      cause: reply.problem?.cause,
      traceId: traceOf(request)?.id,
    });
    done();
  });
}
