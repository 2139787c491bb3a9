import { PassThrough } from 'node:stream';
import { TerminalProgress } from './terminal-progress.js';

/** The text on a terminal, or in a file, after the steps; without control sequences. */
function written(isTTY: boolean, steps: (progress: TerminalProgress) => void): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120 });
  const progress = new TerminalProgress(stream);
  steps(progress);
  progress.end();
  let text = '';
  for (let chunk = stream.read(); chunk !== null; chunk = stream.read()) text += chunk;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the control sequences of a terminal
  return text.replace(/\u001b\[[?\d;]*[A-Za-z]/g, '\n');
}

describe('progress on a terminal', () => {
  it('is a bar with counts if the total is known', () => {
    const text = written(true, (progress) => {
      progress.show('stored', 500, 2_000);
      progress.show('stored', 2_000, 2_000);
    });
    expect(text).toMatch(/stored \[█+\] 2,000 of 2,000/);
  });

  it('is a count if it is not, with a line for each step', () => {
    const text = written(true, (progress) => {
      progress.show('tagged', 1_234);
      progress.show('completed', 7);
    });
    expect(text).toMatch(/tagged: 1,234/);
    expect(text).toMatch(/completed: 7/);
    expect(text.indexOf('tagged')).toBeLessThan(text.indexOf('completed'));
  });

  it('is not shown elsewhere', () => {
    expect(written(false, (progress) => progress.show('stored', 500, 2_000))).toBe('');
  });
});
