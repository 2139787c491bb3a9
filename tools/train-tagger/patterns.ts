import type { Random } from './random.js';

/** The lists that the names in angle brackets stand for. */
export type WordLists = ReadonlyMap<string, readonly string[]>;

export function readWordLists(source: string): WordLists {
  const lists = linesOf(source).map((line): [string, string[]] => {
    const end = line.indexOf(':');
    return [
      line.slice(0, end),
      line
        .slice(end + 1)
        .split(', ')
        .map((entry) => entry.trim()),
    ];
  });
  return new Map(lists);
}

/** The lines of a file that say something. A line that begins with `# ` is a note. */
export function linesOf(source: string): string[] {
  return source.split('\n').filter((line) => line.trim() && !line.startsWith('# '));
}

/** How many texts a pattern can stand for, where a word list counts as so many. */
export function varietyOf(pattern: string, list: number): number {
  let variety = 1;
  for (const [, choices] of pattern.matchAll(/\{([^{}]*)\}/g)) variety *= choices!.split('|').length;
  for (const _ of pattern.matchAll(/<\w+>/g)) variety *= list;
  return variety;
}

/** One text of a pattern: `{a|b}` is either, `<name>` an entry of the list of that name. */
export function written(pattern: string, lists: WordLists, random: Random): string {
  let text = pattern;
  // A choice may hold names, and an entry of a list others; a name may stand for two bands in one line.
  for (let depth = 0; depth < 5 && /[{<]/.test(text); depth += 1) {
    text = text
      .replace(/\{([^{}]*)\}/g, (_, choices: string) => random.dealt(choices, choices.split('|')))
      .replace(/<(\w+)>/g, (whole, name: string) => {
        const list = lists.get(name);
        if (!list) throw new Error(`No list is called ${whole}`);
        return random.dealt(whole, list);
      });
  }
  return text.trim();
}
