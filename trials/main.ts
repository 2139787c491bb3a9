import 'reflect-metadata';
import { keepResults, log } from '../bench/report.js';
import { withTestbed } from '../bench/testbed.js';
import { onNpmExit } from '../sandbox/on-npm-exit.js';
import { MissingProgram } from './proxies.js';
import { markdown } from './report.js';
import { faultsOf, type Outcome, type Result, type Trial } from './trial.js';
import { TRIALS } from './trials.js';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interruption.abort(new Error(`Stopped by ${signal}`)));
onNpmExit(() => interruption.abort(new Error('Nobody waits for the result')));

/** `npm run trials` runs all and keeps the table; `npm run trials -- NAME...` runs some and prints it. */
async function main(names: string[]): Promise<number> {
  const all = Object.keys(TRIALS);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown) throw new Error(`There is no trial "${unknown}"; there are ${all.join(', ')}.`);
  const results: Result[] = [];
  for (const [name, trial] of Object.entries(TRIALS))
    if (names.length === 0 || names.includes(name)) results.push(await resultOf(name, trial));
  process.stdout.write(`\n${markdown(results)}`);
  if (names.length === 0) await keepResults('trials', { results }, markdown(results));
  return results.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

async function resultOf(name: string, { title, holds, run }: Trial): Promise<Result> {
  interruption.signal.throwIfAborted();
  log(`${name}: ${title}`);
  // A server that ends by itself fails this trial alone.
  const stop = new AbortController();
  interruption.signal.addEventListener('abort', () => stop.abort(interruption.signal.reason));
  let outcome: Outcome | undefined;
  try {
    await withTestbed(stop, {}, async (testbed) => {
      outcome = await run(testbed, stop.signal);
    });
    return { name, title, outcome, faults: faultsOf(holds, outcome!) };
  } catch (error) {
    interruption.signal.throwIfAborted();
    if (error instanceof MissingProgram) return { name, title, missing: error.message, faults: [] };
    const { message } = (stop.signal.aborted ? stop.signal.reason : error) as Error;
    return { name, title, outcome, faults: [message] };
  }
}

main(process.argv.slice(2)).then(process.exit, (error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
