import { MACHINE, table } from '../bench/report.js';
import type { Outcome, Result } from './trial.js';

const HEAD = [
  'trial',
  'acknowledged',
  'lost',
  'repeated',
  '503',
  'other 5xx',
  'no answer',
  'longest pause',
  'result',
];

/** The tables of a run. */
export function markdown(results: readonly Result[]): string {
  const rows = results.map(({ name, outcome, missing, faults }) => [
    name,
    ...countsOf(outcome),
    missing ? 'not run' : faults.length > 0 ? '**fails**' : 'holds',
  ]);
  const lines = results.map(({ name, title, missing, outcome, faults }) => {
    const remarks = [...(missing ? [`not run: ${missing}`] : []), ...(outcome?.notes ?? []), ...faults];
    return `- \`${name}\`: ${[title, ...remarks].join('; ')}.\n`;
  });
  return [
    '# Trials\n\n',
    `\`npm run trials\`, ${MACHINE}. Clients write and read while something breaks; a write that failed is sent again with the\n`,
    'same `Idempotency-Key`. Then all that was acknowledged is looked for. A control has to lose, or the trials prove nothing.\n\n',
    table(HEAD, rows),
    '\n',
    ...lines,
  ].join('');
}

/** What the documentation says of a trial. */
export function figureOf({ name, outcome }: Result): string {
  const { lost = 0, acknowledged = 0, longestPause = 0 } = outcome ?? {};
  const pause = longestPause > 0 ? `, ${(longestPause / 1_000).toFixed(1)} s without a write` : '';
  return `\`${name}\`: ${lost.toLocaleString('en')} of ${acknowledged.toLocaleString('en')} lost${pause}`;
}

function countsOf(outcome: Outcome | undefined): string[] {
  if (!outcome) return Array.from({ length: 7 }, () => '');
  const { acknowledged, lost, repeated, unavailable, errors, broken, longestPause } = outcome;
  const counts = [acknowledged, lost, repeated, unavailable, errors, broken].map((count) =>
    count.toLocaleString('en'),
  );
  return [...counts, longestPause > 0 ? `${(longestPause / 1_000).toFixed(1)} s` : ''];
}
