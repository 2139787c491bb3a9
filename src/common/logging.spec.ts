import { PassThrough } from 'node:stream';
import { createTerminalLog, PinoLogger } from './logging.js';

describe('the log on a terminal', () => {
  const written = async (write: (log: PinoLogger) => void): Promise<string> => {
    const stream = new PassThrough();
    write(new PinoLogger(await createTerminalLog('info', stream)));
    return new Promise((resolve) => stream.once('data', (chunk) => resolve(String(chunk))));
  };

  it('has one line per entry, with time, level, class and further members', async () => {
    const line = await written((log) =>
      log.log({ msg: 'The feed was read.', received: 3, error: null }, 'Ingestion'),
    );
    expect(line).toMatch(
      /^\[\d\d:\d\d:\d\d\] .*INFO.*Ingestion: The feed was read\..*"received":3,"error":null.*\n$/,
    );
    expect(line.match(/\n/g)).toHaveLength(1);
  });

  it('passes no control sequences to the terminal', async () => {
    const error = await written((log) => log.error(new Error('invalid: \u001b[2Jgone\u0007')));
    expect(error).toContain('invalid: [2Jgone');
    expect(error).not.toContain('\u001b[2J');
    expect(error).not.toContain('\u0007');
    expect(await written((log) => log.log('one\nand two\u001b[2J'))).toMatch(/one and two\[2J\S*\n$/);
  });

  it('omits the class if there is none', async () => {
    expect(await written((log) => log.warn('Stopping'))).toMatch(/WARN.*: (\S+m)?Stopping/);
  });
});
