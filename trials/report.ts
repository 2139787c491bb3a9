import { MACHINE, table } from '../bench/report.js';
import { type Count, NAMES, type Result } from './trial.js';

const COUNTS = Object.keys(NAMES) as Count[];

/** The tables of a run. */
export function markdown(results: readonly Result[]): string {
  const rows = results.map(({ name, outcome, missing, faults }) => [
    name,
    ...(['acknowledged', ...COUNTS] as const).map((count) => outcome?.[count].toLocaleString('en') ?? ''),
    outcome ? `${(outcome.longestPause / 1_000).toFixed(1)} s` : '',
    missing ? 'not run' : faults.length > 0 ? '**fails**' : 'holds',
  ]);
  const lines = results.map(({ name, title, missing, outcome, faults }) => {
    const remarks = [...(missing ? [`not run: ${missing}`] : []), ...(outcome?.notes ?? []), ...faults];
    return `- \`${name}\`: ${[title, ...remarks].join('; ')}.\n`;
  });
  return `# Trials

\`npm run trials\`, ${MACHINE}. Clients write and read while something breaks; a write that failed is sent again with the
same \`Idempotency-Key\`. Then all that was acknowledged is looked for. A control has to lose, or the trials prove nothing.

${table(['trial', 'acknowledged', ...Object.values(NAMES), 'longest pause', 'result'], rows)}
${lines.join('')}`;
}
