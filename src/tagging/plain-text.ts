import { decodeHTMLStrict } from 'entities';
import { withoutHidden, withoutLinks } from '../common/plain-words.js';

/**
 * Replaces links, and separates the cells of a table. A sentence that contains it is not used in a summary.
 */
export const NO_PROSE = '\ufffc';

/**
 * A comment, a script or style sheet with its content, or a tag. Matching takes time linear in the length of
 * the text.
 */
const MARKUP = new RegExp(
  [
    String.raw`<!--[\s\S]*?(?:-->|$)`,
    String.raw`<(?:script|style)\b[^>]{0,2000}>[\s\S]*?(?=</(?:script|style)|$)`,
    '<(?=[a-z/!?])(/?)([a-z][a-z0-9]*)?[^>]{0,2000}>',
  ].join('|'),
  'gi',
);
const BLOCK_TAGS = new Set(
  `address article blockquote br dd div dl dt figcaption footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table td
  th tr ul`.split(/\s+/),
);
const IMAGE = /!\[[^\]]{0,300}\](?:\([^)]{0,2000}\)|\[[^\]]{0,300}\])/g;
const LINK = /\[([^[\]]{0,2000})\](?:\([^)]{0,2000}\)|\[[^\]]{0,300}\])/g;
/**
 * A possible start of emphasis. Without one, an asterisk after a letter is part of the word: "trans*
 * students".
 */
const EMPHASIS = /(?<![\p{L}\p{N}])\*|\*\*/u;
const BLOCK_MARKER = /^(?:#{1,6}(?=\s)|[-*+•·▪‣](?=\s)|\d{1,3}[.)](?=\s)|\|)\s*/;
/** A horizontal rule, the underline of a heading, or the line below the header of a table. */
const RULE = /^[-=*_~`#|:+\s]+$/;
/** Maximum number of decodings. Some texts are encoded two or three times. */
const MAX_DECODINGS = 3;

/**
 * The text as a reader of Markdown or HTML sees it. Each paragraph, heading, list item and table row is one
 * line; line breaks within a paragraph become spaces. It has no `<` or `>`, hidden characters or links.
 */
export function toPlainText(source: string): string {
  const lines: string[] = [];
  let open = false; // whether the next line may continue the last one
  let parted = false; // whether blank lines separate it from the last one
  let inTable = false;
  const unbroken = source
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]+|[\p{Cs}\ufffc]+/gu, ' ');
  const all = decoded(unbroken).split('\n');
  for (const [i, raw] of all.entries()) {
    const quoted = raw.trim().replace(/^>[>\s]*/, '');
    inTable = quoted.includes('|') && (inTable || /^\|.*\|/.test(quoted) || isBelowHead(all[i + 1] ?? ''));
    const isRule = RULE.test(quoted);
    if (!quoted) parted = true;
    if (isRule) open = false;
    const isBlock = inTable || BLOCK_MARKER.test(quoted);
    const line = inTable ? row(quoted) : plain(quoted.replace(BLOCK_MARKER, ''));
    if (!line || isRule) continue;
    const last = lines.length - 1;
    if (open && !isBlock && isWrapped(lines[last]!, line, parted)) lines[last] += ` ${line}`;
    else lines.push(line);
    open = !inTable && !quoted.startsWith('#') && !raw.endsWith('  '); // two trailing spaces break a line
    parted = false;
  }
  return lines.join('\n');
}

/** The text without tags and entities, also if it was encoded several times. */
function decoded(text: string): string {
  let before = text;
  for (let times = 0; times < MAX_DECODINGS; times += 1) {
    const after = decodeHTMLStrict(before.replace(MARKUP, breakOf));
    if (after === before) break;
    before = after;
  }
  return before;
}

function breakOf(_tag: string, slash?: string, name?: string): string {
  if (!name || !BLOCK_TAGS.has(name.toLowerCase())) return '';
  return name.toLowerCase() === 'li' && !slash ? '\n\n- ' : '\n\n';
}

/** A line without inline Markdown and hidden characters. */
function plain(line: string): string {
  const text = line
    .replace(IMAGE, '')
    .replace(LINK, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!~|>])/g, '$1');
  const unmarked = text
    .replace(EMPHASIS.test(text) ? /\*+|`+|~~+/g : /`+|~~+/g, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/[<>\t\p{Zl}\p{Zp}]+/gu, ' ');
  return withoutLinks(withoutHidden(unmarked), NO_PROSE)
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether a line is the one below the header of a table. */
function isBelowHead(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes('|') && line.includes('-');
}

/** The cells of a table row. Each of its sentences contains `NO_PROSE`. */
function row(line: string): string {
  return plain(line).replace(/\||(?<=[.!?…])(?=\s)|(?<=[。！？])/g, ` ${NO_PROSE} `);
}

/** Whether a line break only wraps a paragraph. Some texts put each line into its own paragraph. */
function isWrapped(before: string, line: string, parted: boolean): boolean {
  // Checks only the end: the joined text grows with each line.
  const isFull = before.length >= 60 && !/[.!?:…]["')\]]*$/.test(before.slice(-20));
  return parted ? isFull && /^\p{Ll}/u.test(line) : isFull || /^[\p{Ll}(&,]/u.test(line);
}
