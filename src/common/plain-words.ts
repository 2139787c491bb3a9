import { createRequire } from 'node:module';

// A joiner has a visible effect between the characters it joins: Arabic or Indic letters, and emoji.
const JOINED = String.raw`[[\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]--\p{Default_Ignorable_Code_Point}]`;
const JOINER = String.raw`[\u200c\u200d]`;
// Variation selectors: they display an emoji or a key cap as text or as a picture.
const FORM = String.raw`[\ufe0e\ufe0f]`;
const HIDDEN = [
  String.raw`(?<!${JOINED}|\p{Extended_Pictographic}\ufe0f)${JOINER}`,
  `${JOINER}(?!${JOINED})`,
  String.raw`(?<!\p{Extended_Pictographic})${FORM}(?!\u20e3)`,
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u200c\u200d\ufe0e\ufe0f]]`,
].join('|');
const ANY_HIDDEN = new RegExp(HIDDEN, 'v');
const ALL_HIDDEN = new RegExp(HIDDEN, 'gv');
/** Printable ASCII: most texts, and ten times as fast to check. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Whether a text has invisible or reordering characters: control, format and override characters. */
export const hasHidden = (text: string): boolean => ANY_HIDDEN.test(text);

/** Removes invisible and reordering characters, line breaks included. */
export const withoutHidden = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(ALL_HIDDEN, '');

/** Starts of addresses: `www.`, schemes with and without `//`, `//` before a host, and `localhost`. */
const OPENINGS = [
  String.raw`www\.[\p{L}\p{N}]`,
  String.raw`(?:https?|mailto|javascript|vbscript|tel|sms|callto):\S`,
  String.raw`data:\w+/`,
  String.raw`(?://)?localhost[:/]\w`,
  String.raw`//(?:\[|[\p{L}\p{N}_-]+[.:/]\S)`,
];
/** Every link has one of these characters. Most words of a text have none, and need no further test. */
const LINK_SIGN = /[.。:/]/;
const SCHEME = new RegExp(`://|(?<![\\p{L}\\p{N}])(?:${OPENINGS.join('|')})`, 'iu');
/** Dotted names, unless after an `@`, and the slash of a path. Matching takes linear time. */
const DOTTED = /(?<![@\p{L}\p{N}_-]|[\p{L}\p{N}_-][.。])((?:[\p{L}\p{N}_-]+[.。])+[\p{L}\p{N}-]+)(\/?)/gu;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** `tlds` is a JSON file, which Node 20 imports only with a warning. */
const TOP_LEVEL = new Set<string>(createRequire(import.meta.url)('tlds'));
/** Top-level domains that are not words, valid in any case. Others with a capital may start a sentence. */
const UNAMBIGUOUS = new Set('com org net edu gov info biz xyz'.split(' '));

/** Whether a text has a link, or text that clients turn into one: `https://`, `www.`, `example.com/x`. */
export const hasLink = (text: string): boolean => hasLinkIn(normalized(text));

/** Whether a text has a link or an email address. A model's text may have neither. */
export const hasAddress = (text: string): boolean => hasLinkIn(normalized(text).replaceAll('@', ' '));

const hasLinkIn = (text: string): boolean =>
  LINK_SIGN.test(text) &&
  (SCHEME.test(text) || [...text.matchAll(DOTTED)].some(([, name, path]) => isHost(name!, path !== '')));

/** Replaces compatibility characters: a one dot leader (U+2024) becomes a dot. */
const normalized = (text: string): string => (PLAIN.test(text) ? text : text.normalize('NFKC'));

/** Whether a dotted name is a host: not "Node.js", and not "Snacks.It is fun", although `it` is a domain. */
function isHost(name: string, hasPath: boolean): boolean {
  const [, ...labels] = name.split(/[.。]/u);
  const lowered = labels.map((label) => label.toLowerCase());
  const areDomains = lowered.length > 1 && lowered.every((label) => TOP_LEVEL.has(label)); // EVIL.CO.UK
  const inAnyCase = (label: string) => UNAMBIGUOUS.has(label) || label.startsWith('xn--');
  return (
    IPV4.test(name) ||
    areDomains ||
    lowered.some(inAnyCase) ||
    (hasPath ? lowered : labels).some((label) => TOP_LEVEL.has(label))
  );
}

/** Removes the links, or replaces each with `mark`. Punctuation around a link stays. */
export function withoutLinks(text: string, mark = ''): string {
  return text.replace(/\S+/gu, (word) => {
    if (!hasLink(word)) return word;
    const [before] = /^[("'“‘[]*/u.exec(word)!;
    const [after] = /(?<![.,;:!?)"'”’\]…])[.,;:!?)"'”’\]…]+$/u.exec(word) ?? [''];
    return before + mark + after;
  });
}
