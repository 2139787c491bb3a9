import { decodeHTMLStrict } from 'entities';
import { withoutHidden, withoutLinks } from '../common/plain-words.js';

/**
 * Markdown and HTML to plain text, in one pass over the characters and one over the lines: no regular
 * expression here looks at a character more than a fixed number of times, so hostile text
 * costs no more than honest text.
 */

/** Stands where a link was, so that its sentence can be left out. */
export const LINK_MARK = '\ufffc';

/** The end of an unclosed `<` or `(` is searched this far only. */
const LONGEST_MARKUP = 2_000;
const BLOCK_TAGS = new Set(
  'address article blockquote br dd div dl dt figcaption footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table td th tr ul'.split(
    ' ',
  ),
);
/** Finds the next place of a string at or after a position, searching each part of the text once. */
function finder(text: string, wanted: string): (from: number) => number {
  let next = -1;
  let searchedFrom = Number.POSITIVE_INFINITY;
  return (from) => {
    if (from < searchedFrom || (next !== -1 && next < from)) {
      searchedFrom = from;
      next = text.indexOf(wanted, from);
    }
    return next;
  };
}

function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  const nextClose = finder(text, '>');
  // Not toLowerCase of the whole text: it changes the length of some letters, so positions would be wrong.
  const lower = text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  let out = '';
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    if (open === -1) return out + text.slice(at);
    out += text.slice(at, open);
    const close = /[a-zA-Z/!?]/.test(text[open + 1] ?? '') ? nextClose(open) : -1;
    if (close === -1 || close - open > LONGEST_MARKUP) {
      out += '<';
      at = open + 1;
      continue;
    }
    const name = /^\/?([a-z][a-z0-9]*)/.exec(lower.slice(open + 1, open + 20))?.[1];
    at = close + 1;
    if (lower.startsWith('<!--', open)) {
      const end = text.indexOf('-->', open + 4);
      at = end === -1 ? text.length : end + 3;
    } else if ((name === 'script' || name === 'style') && lower[open + 1] !== '/') {
      const end = lower.indexOf(`</${name}`, at);
      at = end === -1 ? text.length : end;
    } else if (name && BLOCK_TAGS.has(name)) {
      out += name === 'li' && lower[open + 1] !== '/' ? '\n\n- ' : '\n\n';
    }
  }
  return out;
}

/** `[text](target)` and `[text][ref]` become `text`; images are removed. Other brackets stay. */
function withoutTargets(line: string): string {
  if (!line.includes('](') && !line.includes('][')) return line;
  const nextParen = finder(line, ')');
  const nextBracket = finder(line, ']');
  const out: string[] = [];
  const opened: number[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at]!;
    if (char === '[') opened.push(out.length);
    if (char === ']' && (line[at + 1] === '(' || line[at + 1] === '[')) {
      const start = opened.pop();
      const end = line[at + 1] === '(' ? nextParen(at + 2) : nextBracket(at + 2);
      if (start !== undefined && end !== -1 && end - at < LONGEST_MARKUP) {
        out[start] = '';
        if (out[start - 1] === '!') out.length = start - 1;
        at = end;
        continue;
      }
    } else if (char === ']') opened.pop();
    out.push(char);
  }
  return out.join('');
}

/** What may begin emphasis. Where nothing does, an asterisk after a letter is a part of the word: "trans* students". */
const EMPHASIS = /(?<![\p{L}\p{N}])\*|\*\*/u;

function withoutEmphasis(line: string): string {
  return line
    .replace(/\\([\\`*_{}[\]()#+\-.!~|>])/g, '$1')
    .replace(EMPHASIS.test(line) ? /\*+|`+|~~+/g : /`+|~~+/g, '')
    .replace(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '');
}

const BLOCK_MARKER = /^(?:#{1,6}(?=\s)|[-*+•·▪‣](?=\s)|\d{1,3}[.)](?=\s)|\|)\s*/;

/**
 * The text that a reader would see. Paragraphs, headings and list items come one a line; a paragraph's own
 * line breaks become spaces. No `<` or `>`, hidden characters or links are left; `LINK_MARK` stands where a link was.
 */
export function toPlainText(source: string): string {
  const lines: string[] = [];
  let open = false; // whether the next line may continue the last one
  let parted = false; // whether blank lines stand between
  const unbroken = source
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]+|[\p{Cs}\ufffc]+/gu, ' ');
  for (const raw of decodeHTMLStrict(withoutTags(unbroken)).split('\n')) {
    let line = raw.trim().replace(/^>[>\s]*/, '');
    const hardBreak = raw.endsWith('  ');
    if (!line) {
      parted = true;
      continue;
    }
    if (/^[-=*_~`#|:+\s]+$/.test(line)) {
      open = false;
      continue;
    }
    const heading = line.startsWith('#');
    const marked = BLOCK_MARKER.test(line);
    line = line.replace(BLOCK_MARKER, '');
    if (marked && line.endsWith('|')) line = line.slice(0, -1);
    line = withoutLinks(
      withoutHidden(withoutEmphasis(withoutTargets(line)).replace(/[<>\t\p{Zl}\p{Zp}]+/gu, ' ')),
      LINK_MARK,
    )
      .replace(/\(\s*\)|\[\s*\]/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (!line) continue;
    const last = lines.length - 1;
    if (open && !marked && goesOn(lines[last]!, line, parted)) lines[last] += ` ${line}`;
    else lines.push(line);
    open = !heading && !hardBreak;
    parted = false;
  }
  return lines.join('\n');
}

/** Whether a line break only wraps a paragraph. Some texts have each of their lines in a paragraph of its own. */
function goesOn(before: string, line: string, parted: boolean): boolean {
  // Only its end is looked at: what has been joined grows with each line.
  const isFull = before.length >= 60 && !/[.!?:…]["')\]]*$/.test(before.slice(-20));
  return parted ? isFull && /^\p{Ll}/u.test(line) : isFull || /^[\p{Ll}(&,]/u.test(line);
}
