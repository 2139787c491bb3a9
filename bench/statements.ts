import { readFileSync } from 'node:fs';

/** The statements of a file, by name. A `{name}` stands for an earlier one, a blank, or what `fill` sets. */
export function readStatements(path: string, blanks = {}): Record<string, string> {
  const statements: Record<string, string> = { ...blanks };
  for (const section of readFileSync(path, 'utf8').split('-- name: ').slice(1)) {
    const end = section.indexOf('\n');
    statements[section.slice(0, end)] = fill(section.slice(end).trim(), statements);
  }
  return statements;
}

export function fill(text: string, blanks: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (all, blank) => blanks[blank] ?? all);
}
