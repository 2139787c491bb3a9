import { existsSync, readFileSync } from 'node:fs';

const CREATE = /^\d+\. Create `([^`]+)`/;
const INSERT = /^\d+\. (?:[^`]*\. )?In `([^`]+)`,(?: after `([^`]+)`,)? (below|above) `([^`]+)`/;
const REPLACE = /^\d+\. (?:[^`]*\. )?In `([^`]+)`, replace `([^`]+)` by `([^`]+)`/;

/** The recipes of docs/extending.md by their names. */
function parts(): Map<string, string> {
  const [, ...all] = readFileSync('docs/extending.md', 'utf8').split(/^## Recipe: /m);
  return new Map(all.map((part) => [part.slice(0, part.indexOf('\n')), part]));
}

/**
 * The commands below "Then run:" at the ends of the recipes. Those that differ only in the paths of tests are one, with
 * all of these paths.
 */
export function closingCommands(): string[] {
  const paths = new Map<string, Set<string>>();
  for (const part of parts().values()) {
    const [, commands] = /^Then run:\n\n```sh\n(.*?)\n```$/ms.exec(part)!;
    for (const line of commands!.split('\n')) {
      const [, command = line, tests = ''] = /^(.* -- )([^']*)$/.exec(line) ?? [];
      for (const path of tests.split(' ')) paths.set(command, (paths.get(command) ?? new Set()).add(path));
    }
  }
  return [...paths].map(([command, tests]) => command + [...tests].join(' '));
}

/** The steps of each recipe by its name. A step is a sentence and the code below it. */
export function recipes(): Map<string, { text: string; code: string }[]> {
  return new Map(
    [...parts()].map(([name, part]) => [
      name,
      part
        .split(/^(?=\d+\. )/m)
        .slice(1)
        .map((step) => {
          const [sentence = '', code = ''] = step.split(/^```\w*\n/m);
          return { text: sentence.replace(/\s+/g, ' '), code: code.split(/^```$/m, 1)[0]! };
        }),
    ]),
  );
}

/**
 * Follows a step in the files of `written`, which replace those on disk.
 * @throws Error if the step cannot be followed literally
 */
export function follow({ text, code }: { text: string; code: string }, written: Map<string, string>): void {
  const read = (path: string) => written.get(path) ?? readFileSync(path, 'utf8');
  const [, created] = CREATE.exec(text) ?? [];
  if (created) {
    if (existsSync(created) || written.has(created)) throw new Error(`${created} is there already: ${text}`);
    written.set(created, code);
    return;
  }
  const [, replacedIn, old, by] = REPLACE.exec(text) ?? [];
  if (replacedIn) {
    const parts = read(replacedIn).split(old!);
    if (parts.length !== 2) throw new Error(`${replacedIn} has "${old}" ${parts.length - 1} times: ${text}`);
    written.set(replacedIn, parts.join(by));
    return;
  }
  const [, path, scope, side, anchor] = INSERT.exec(text) ?? [];
  if (!path) throw new Error(`Nobody can follow this step: ${text}`);
  const lines = read(path).split('\n');
  const from = scope ? lines.findIndex((line) => line.includes(scope)) : 0;
  const found = [...lines.keys()].filter((at) => at >= from && lines[at]!.includes(anchor!));
  if (from < 0 || (scope ? found.length < 1 : found.length !== 1))
    throw new Error(`${path} has ${found.length} lines with "${anchor}": ${text}`);
  lines.splice(found[0]! + (side === 'below' ? 1 : 0), 0, ...code.replace(/\n$/, '').split('\n'));
  written.set(path, lines.join('\n'));
}
