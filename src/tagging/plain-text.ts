import { decodeHTMLStrict } from 'entities';
import { withoutHidden, withoutLinks } from '../common/plain-words.js';

/** Stands where a link was, and between the cells of a table: what has it is no sentence of a summary. */
export const NO_PROSE = '\ufffc';

/** A comment, the head and content of a script or style sheet, or a tag, in time linear in the text's length. */
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
/** What may begin emphasis. Where nothing does, an asterisk after a letter is a part of the word: "trans* students". */
const EMPHASIS = /(?<![\p{L}\p{N}])\*|\*\*/u;
const BLOCK_MARKER = /^(?:#{1,6}(?=\s)|[-*+•·▪‣](?=\s)|\d{1,3}[.)](?=\s)|\|)\s*/;
/** A rule, the line below a heading, or the one below the head of a table. */
const RULE = /^[-=*_~`#|:+\s]+$/;
/** Some texts are encoded twice, and some once more. */
const MOST_ENCODED = 3;

/**
 * The text that a reader of Markdown or HTML would see. Paragraphs, headings, list items and rows of tables come one a
 * line; a paragraph's own line breaks become spaces. No `<` or `>`, hidden characters or links are left.
 */
export function toPlainText(source: string): string {
  const lines: string[] = [];
  let open = false; // whether the next line may continue the last one
  let parted = false; // whether blank lines stand between
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
    open = !inTable && !quoted.startsWith('#') && !raw.endsWith('  '); // two blanks break a line
    parted = false;
  }
  return lines.join('\n');
}

/** The text without tags and entities, however often it was encoded. */
function decoded(text: string): string {
  let before = text;
  for (let times = 0; times < MOST_ENCODED; times += 1) {
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

/** A line without Markdown within it, and without what cannot be seen. */
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

/** Whether a line stands below the head of a table. */
function isBelowHead(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes('|') && line.includes('-');
}

/** The cells of a row. None of their sentences is without the mark. */
function row(line: string): string {
  return plain(line).replace(/\||(?<=[.!?…])(?=\s)|(?<=[。！？])/g, ` ${NO_PROSE} `);
}

/** Whether a line break only wraps a paragraph. Some texts have each of their lines in a paragraph of its own. */
function isWrapped(before: string, line: string, parted: boolean): boolean {
  // Only its end is looked at: what has been joined grows with each line.
  const isFull = before.length >= 60 && !/[.!?:…]["')\]]*$/.test(before.slice(-20));
  return parted ? isFull && /^\p{Ll}/u.test(line) : isFull || /^[\p{Ll}(&,]/u.test(line);
}
