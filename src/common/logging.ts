import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';
import { withoutControls } from './text.js';

const STDOUT = 1;
/** Bytes that are kept while they cannot be written, as on a full disk. Later entries are dropped. */
const MAX_UNWRITTEN = 1024 * 1024;

/** A log's destination. A full disk loses entries, but does not end the process. */
export function logTo(fileDescriptor: number): DestinationStream {
  const destination = pino.destination({ dest: fileDescriptor, maxLength: MAX_UNWRITTEN });
  const { flushSync } = destination;
  // Without a listener an error ends the process. At exit, pino would try to write for ever.
  destination.on('error', () => Object.assign(destination, { flushSync: () => {} }));
  destination.on('write', () => Object.assign(destination, { flushSync }));
  return destination;
}

/** The service's log: one JSON object a line, by default on stdout. */
export function createLog(level: string, destination = logTo(STDOUT)): pino.Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** The same log for people at a terminal: an entry a line, with its clock time and its class. */
export async function createTerminalLog(level: string, destination: 1 | NodeJS.WritableStream = STDOUT) {
  const { default: pretty } = await import('pino-pretty');
  const stream = pretty({
    destination,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    errorLikeObjectKeys: ['err'], // a field named `error` is a text
    ignore: 'context',
    messageFormat: ({ context, msg = '' }) => inOneLine(context ? `${context}: ${msg}` : String(msg)),
  });
  return createLog(level, stream).child({}, { serializers: { err: harmless } });
}

const inOneLine = (text: string) => withoutControls(text.replace(/\s+/g, ' '));

/** An error without control characters: its message may quote what others wrote, which could steer the terminal. */
function harmless(error: Error) {
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  const [text, trace] = [message, stack].map((each) => withoutControls(each, { lines: true }));
  return { ...rest, message: text, stack: trace };
}

/** At start Nest reports each route and module, which only developers need. */
const OF_FRAMEWORK = /^(InstanceLoader|RoutesResolver|RouterExplorer)$/;

/** Hands what Nest and our classes log to pino, the class as `context`. */
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
