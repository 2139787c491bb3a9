import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino } from 'pino';

/** The service's log: one JSON object a line, by default on stdout. */
export function createLog(level: string, destination?: DestinationStream): pino.Logger {
  return pino(
    { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination(1),
  );
}

/** Hands what Nest and our classes log to pino, the class as `context`. */
export class PinoLogger implements LoggerService {
  constructor(private readonly pino: pino.Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    // Nest reports each route and module at start, which only its developers need.
    const context = rest.at(-1);
    const ofFramework =
      typeof context === 'string' && /^(InstanceLoader|RoutesResolver|RouterExplorer)$/.test(context);
    this.write(ofFramework ? 'debug' : 'info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  private write(level: pino.Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const stack = rest.length > 1 ? rest[0] : undefined;
    const fields = { context, ...(typeof stack === 'string' && { stack }) };
    if (message instanceof Error) this.pino[level]({ ...fields, err: message }, message.message);
    else if (typeof message === 'object' && message !== null) this.pino[level]({ ...fields, ...message });
    else this.pino[level](fields, String(message));
  }
}
