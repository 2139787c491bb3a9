import { readFileSync } from 'node:fs';
import { breakingChanges } from './breaking-changes.js';

/**
 * `npm run openapi` ends with it: compares the document with that of the last release, and exits 1 if a change
 * breaks its clients. Accepted changes stand in a file with their reasons. A release replaces the document and
 * empties the file.
 */
const [released, next, accepted] = process.argv
  .slice(2)
  .map((file) => JSON.parse(readFileSync(file, 'utf8')));
if (!accepted) throw new Error('Usage: compare-documents RELEASED NEXT ACCEPTED');

const { version } = released.info;
const found = breakingChanges(released, next);
const reasons = Object.keys(accepted);
const lists = {
  [`Clients of ${version} break`]: found.filter((change) => !reasons.includes(change)),
  'This is accepted, but does not break': reasons.filter((change) => !found.includes(change)),
};
for (const [title, changes] of Object.entries(lists))
  if (changes.length > 0) {
    process.exitCode = 1;
    process.stderr.write(`${title}:\n${changes.map((change) => `- ${change}\n`).join('')}`);
  }
if (!process.exitCode)
  process.stdout.write(
    `Compared with ${version}: nothing breaks its clients, except for ${reasons.length} accepted changes.\n`,
  );
