import { spawnSync } from 'node:child_process';

/** Milliseconds for the registry to answer, some 600 packages long. */
const LIMIT = 300_000;

/**
 * `npm audit signatures`: fails on packages that are not as the registry has signed them. A registry that does not
 * answer, or signs nothing, is no fault of a change that is checked: that is said, and passes.
 */
const args = ['audit', 'signatures', '--json', '--fetch-retry-mintimeout=1000'];
const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: LIMIT, maxBuffer: 2 ** 28 });
const answer = parse(stdout);
if (Array.isArray(answer?.invalid) && Array.isArray(answer?.missing)) {
  for (const kind of ['invalid', 'missing'])
    for (const { name, version } of answer[kind]) say(`${name}@${version}: ${kind} signature`);
  const bad = answer.invalid.length + answer.missing.length;
  say(bad ? `${bad} packages are not as the registry has signed them.` : 'All signatures hold.');
  process.exitCode = bad ? 1 : 0;
} else {
  const why = answer?.error?.summary || `nothing within ${LIMIT / 1000} s that could be read`;
  say(`The registry does not answer for its signatures, so they were not checked: ${why}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
