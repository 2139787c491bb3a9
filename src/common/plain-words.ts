import { createRequire } from 'node:module';

// What joins characters may stand between those that it joins: letters of Arabic or Indic scripts, and emoji.
const JOINED = String.raw`[[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--\p{Default_Ignorable_Code_Point}]`;
const JOINER = String.raw`[\u200c\u200d]`;
// The picture form of an emoji, and of a key cap.
const FORM = String.raw`[\ufe0e\ufe0f]`;
const HIDDEN = [
  String.raw`(?<!${JOINED}|\p{Extended_Pictographic}\ufe0f)${JOINER}`,
  `${JOINER}(?!${JOINED})`,
  String.raw`(?<!\p{Extended_Pictographic})${FORM}(?!\u20e3)`,
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0e\ufe0f]]`,
].join('|');
const ANY_HIDDEN = new RegExp(HIDDEN, 'v');
const ALL_HIDDEN = new RegExp(HIDDEN, 'gv');

/** Whether a text has what cannot be seen, or changes the order of the rest: control, format and override characters. */
export function hasHidden(text: string): boolean {
  return ANY_HIDDEN.test(text);
}

/** The text without what cannot be seen or changes the order of the rest. Line breaks are hidden characters too. */
export function withoutHidden(text: string): string {
  return text.replace(ALL_HIDDEN, '');
}

const SCHEME = /:\/\/|(?<![\p{L}\p{N}])(?:www\.[\p{L}\p{N}]|(?:mailto|javascript):\S)/iu;
/** Names with dots between, but behind an `@`. No character is looked at more than a fixed number of times. */
const DOTTED = /(?<![@\p{L}\p{N}._-])(?:[\p{L}\p{N}_-]+[.．。｡])+[\p{L}\p{N}-]+/gu;
/** The list is a file of JSON, which Node 20 imports only with a warning. */
const TOP_LEVEL = new Set<string>(createRequire(import.meta.url)('tlds'));
/** Top-level domains that are no words, so that a capital does not mean the next sentence. */
const NO_WORDS = new Set('com org net edu gov info biz xyz'.split(' '));

/** Whether a text has a link that one could follow, or a client would make one: `https://`, `www.`, `example.com/x`. */
export function hasLink(text: string): boolean {
  return SCHEME.test(text) || [...text.matchAll(DOTTED)].some(([name]) => isHost(name));
}

/** "Node.js" is none, nor is "Snacks.It is fun", though `it` is Italy's. */
function isHost(name: string): boolean {
  const [, ...labels] = name.split(/[.．。｡]/u);
  return labels.some((label) => TOP_LEVEL.has(label) || NO_WORDS.has(label.toLowerCase()));
}

/** The text without its links; the signs around one stay. */
export function withoutLinks(text: string): string {
  return text.replace(/\S+/gu, (word) => {
    if (!hasLink(word)) return word;
    const [before] = /^[("'“‘[]*/u.exec(word)!;
    const [after] = /[.,;:!?)"'”’\]…]*$/u.exec(word)!;
    return before + after;
  });
}
