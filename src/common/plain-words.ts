import { createRequire } from 'node:module';

// A joiner is visible between what it joins: letters of Arabic or Indic scripts, and emoji.
const JOINED = String.raw`[[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--\p{Default_Ignorable_Code_Point}]`;
const JOINER = String.raw`[\u200c\u200d]`;
// Makes an emoji or a key cap a picture.
const FORM = String.raw`[\ufe0e\ufe0f]`;
const HIDDEN = [
  String.raw`(?<!${JOINED}|\p{Extended_Pictographic}\ufe0f)${JOINER}`,
  `${JOINER}(?!${JOINED})`,
  String.raw`(?<!\p{Extended_Pictographic})${FORM}(?!\u20e3)`,
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0e\ufe0f]]`,
].join('|');
const ANY_HIDDEN = new RegExp(HIDDEN, 'v');
const ALL_HIDDEN = new RegExp(HIDDEN, 'gv');
/** Most texts, and told ten times as fast. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Whether a text has characters that cannot be seen or that reorder the rest: control, format and override characters. */
export const hasHidden = (text: string): boolean => ANY_HIDDEN.test(text);

/** The text without characters that cannot be seen or that reorder the rest. Line breaks count as such. */
export const withoutHidden = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(ALL_HIDDEN, '');

/** What opens an address: also a scheme of no `//`, `//` before a host, and the host of one's own machine. */
const OPENINGS = [
  String.raw`www\.[\p{L}\p{N}]`,
  String.raw`(?:https?|mailto|javascript|vbscript|tel|sms|callto):\S`,
  String.raw`data:\w+/`,
  String.raw`(?://)?localhost[:/]\w`,
  String.raw`//(?:\[|[\p{L}\p{N}_-]+[.:/]\S)`,
];
const SCHEME = new RegExp(`://|(?<![\\p{L}\\p{N}])(?:${OPENINGS.join('|')})`, 'iu');
/** Every link has one of these. */
const LINK_SIGN = /[.。:/]/;
/** Names with dots between them, except after an `@`, and the start of a path. It takes time linear in the length. */
const DOTTED = /(?<![@\p{L}\p{N}_-]|[\p{L}\p{N}_-][.。])((?:[\p{L}\p{N}_-]+[.。])+[\p{L}\p{N}-]+)(\/?)/gu;
/** An address of IPv4. */
const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/;
/** The list is a file of JSON, which Node 20 imports only with a warning. */
const TOP_LEVEL = new Set<string>(createRequire(import.meta.url)('tlds'));
/** Top-level domains that are no words. They alone count with a capital, which may else begin a sentence. */
const NO_WORDS = new Set('com org net edu gov info biz xyz'.split(' '));

/** Whether a text has a link, or something that a client would turn into one: `https://`, `www.`, `example.com/x`. */
export const hasLink = (text: string): boolean => hasLinkIn(normalized(text));

/** Whether a text has a link or an address of mail, neither of which a model may say. */
export const hasAddress = (text: string): boolean => hasLinkIn(normalized(text).replaceAll('@', ' '));

const hasLinkIn = (text: string): boolean =>
  SCHEME.test(text) || [...text.matchAll(DOTTED)].some(([, name, path]) => isHost(name!, path !== ''));

/** Dots and letters as they are meant: a one dot leader (U+2024) is a dot. */
const normalized = (text: string): string => (PLAIN.test(text) ? text : text.normalize('NFKC'));

/** Whether a name has a top-level domain: not "Node.js", and not "Snacks.It is fun", though `it` is Italy's. */
function isHost(name: string, hasPath: boolean): boolean {
  const [, ...labels] = name.split(/[.。]/u);
  const lowered = labels.map((label) => label.toLowerCase());
  const areDomains = lowered.length > 1 && lowered.every((label) => TOP_LEVEL.has(label)); // EVIL.CO.UK
  const inAnyCase = (label: string) => NO_WORDS.has(label) || label.startsWith('xn--');
  return (
    ADDRESS.test(name) ||
    areDomains ||
    lowered.some(inAnyCase) ||
    (hasPath ? lowered : labels).some((label) => TOP_LEVEL.has(label))
  );
}

/** The text without its links, or with a mark in the place of each; the signs around one stay. */
export function withoutLinks(text: string, mark = ''): string {
  return text.replace(/\S+/gu, (word) => {
    const plain = normalized(word);
    if (!LINK_SIGN.test(plain) || !hasLinkIn(plain)) return word;
    const [before] = /^[("'“‘[]*/u.exec(word)!;
    const [after] = /(?<![.,;:!?)"'”’\]…])[.,;:!?)"'”’\]…]+$/u.exec(word) ?? [''];
    return before + mark + after;
  });
}
