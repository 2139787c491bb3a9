import 'reflect-metadata';
import { keepResults, log } from '../bench/report.js';
import { withTestbed } from '../bench/testbed.js';
import { onNpmExit } from '../sandbox/on-npm-exit.js';
import { type Found, findPrograms } from './programs.js';
import { markdown } from './report.js';
import { faultsOf, type Outcome, type Result, type Trial } from './trial.js';
import { TRIALS } from './trials.js';

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interruption.abort(new Error(`Stopped by ${signal}`)));
onNpmExit(() => interruption.abort(new Error('Nobody waits for the result')));

/** `npm run trials` runs all and keeps the table; `npm run trials -- NAME...` runs some and prints it. */
async function main(names: string[]): Promise<number> {
  const unknown = names.find((name) => !TRIALS.some((trial) => trial.name === name));
  if (unknown !== undefined) {
    const lines = TRIALS.map(({ name, title }) => `  ${name}: ${title}`);
    process.stderr.write(`There is no trial "${unknown}"; there are:\n${lines.join('\n')}\n`);
    return 2;
  }
  const programs = await findPrograms();
  const results: Result[] = [];
  for (const trial of TRIALS.filter(({ name }) => names.length === 0 || names.includes(name)))
    results.push(await resultOf(trial, programs));
  process.stdout.write(`\n${markdown(results)}`);
  if (names.length === 0) await keepResults('trials', { results }, markdown(results));
  return results.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

async function resultOf(trial: Trial, programs: Found): Promise<Result> {
  const { name, title, needs, holds } = trial;
  const missing = needs.filter((program) => !programs[program]);
  if (missing.length > 0) return { name, title, missing: `no ${missing.join(' or ')} was found`, faults: [] };
  log(`${name}: ${title}`);
  // A server that ends by itself fails this trial alone.
  const stop = new AbortController();
  const passOn = () => stop.abort(interruption.signal.reason);
  interruption.signal.addEventListener('abort', passOn, { once: true });
  let outcome: Outcome | undefined;
  try {
    interruption.signal.throwIfAborted();
    await withTestbed(stop, {}, async (testbed) => {
      outcome = await trial.run(testbed, programs, stop.signal);
    });
  } catch (error) {
    if (interruption.signal.aborted) throw interruption.signal.reason;
    const { message } = (stop.signal.aborted ? stop.signal.reason : error) as Error;
    return { name, title, outcome, faults: [message] };
  } finally {
    interruption.signal.removeEventListener('abort', passOn);
  }
  return { name, title, outcome, faults: faultsOf(holds, outcome!) };
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  const { message, stack } = error as Error;
  process.stderr.write(`${interruption.signal.aborted ? message : stack}\n`);
  process.exit(1);
}
