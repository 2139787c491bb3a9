import { readFileSync } from 'node:fs';

/** The code of a page of the documentation in one language, block after block. */
export function codeOf(page: string, language: string): string {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, name, code]) => (name === language ? [code] : [])).join('\n');
}

/** The first block of code in one language of each section that has one, by the heading. */
export function sectionsOf(page: string, language: string): Record<string, string> {
  const sections = readFileSync(page, 'utf8').split(/^## /m);
  const blocks = sections.map((text) => [
    text.split('\n')[0]!,
    new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1],
  ]);
  return Object.fromEntries(blocks.filter(([, code]) => code));
}

/** The rows of the first table of a page whose head has these columns, cell by cell. */
export function tableOf(page: string, ...columns: string[]): string[][] {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const lines = readFileSync(page, 'utf8').split('\n');
  const head = lines.findIndex((line) => cells(line).join() === columns.join());
  const length = lines.slice(head).findIndex((line) => !line.startsWith('|'));
  return lines.slice(head + 2, head + length).map(cells);
}
