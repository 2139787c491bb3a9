import { isUtf8 } from 'node:buffer';
import { FeedError } from './feed.js';
import { isRecord } from './feed-text.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = 3;

/** What the document cannot be read as; what it is instead, JSON.parse says. */
class Stray extends Error {}

/**
 * The elements of one array of a JSON document, such as the one at `data.events`, each parsed by itself: a large
 * document never stands in memory as text or as objects as a whole. The rest of it is checked in the end, so elements
 * may only be used once all have come.
 * @param missing what is said of JSON that has no such array
 * @throws FeedError where it is no JSON in UTF-8
 */
export function* elementsAt(
  document: Uint8Array,
  path: readonly string[],
  missing: string,
): Generator<unknown> {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const cursor = new Cursor(hasMark ? bytes.subarray(BYTE_ORDER_MARK) : bytes);
  try {
    if (!isUtf8(bytes)) throw new SyntaxError();
    const begin = cursor.find(path);
    if (begin !== undefined) yield* cursor.elements();
    const rest = begin === undefined ? cursor.text(0) : `${cursor.text(0, begin)}[]${cursor.text(cursor.at)}`;
    if (!isArrayAt(JSON.parse(rest), path)) throw new FeedError(missing);
  } catch (error) {
    if (error instanceof SyntaxError) throw new FeedError('The feed answered what is no JSON.');
    throw error;
  }
}

function isArrayAt(value: unknown, path: readonly string[]): boolean {
  let found = value;
  for (const name of path) found = isRecord(found) ? found[name] : undefined;
  return Array.isArray(found);
}

/** A place in a JSON document, which goes over values without reading them. */
class Cursor {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  text(from: number, to?: number): string {
    return this.bytes.toString('utf8', from, to);
  }

  /** Goes to the array at this path and answers where it begins, or undefined where there is none. */
  find(path: readonly string[]): number | undefined {
    try {
      for (const name of path) if (!this.enter(name)) return undefined;
      this.skipBlanks();
      return this.bytes[this.at] === OPEN_ARRAY ? this.at : undefined;
    } catch (error) {
      if (error instanceof Stray) return undefined;
      throw error;
    }
  }

  /** The elements of the array that begins here; goes behind it. @throws SyntaxError */
  *elements(): Generator<unknown> {
    this.at += 1;
    this.skipBlanks();
    if (this.bytes[this.at] !== CLOSE_ARRAY)
      for (let comma = COMMA; comma === COMMA; ) {
        this.skipBlanks();
        const begin = this.at;
        this.skipValue();
        yield JSON.parse(this.text(begin, this.at));
        this.skipBlanks();
        comma = this.bytes[this.at]!;
        if (comma === COMMA) this.at += 1;
      }
    if (this.bytes[this.at] !== CLOSE_ARRAY) throw new SyntaxError();
    this.at += 1;
  }

  /** Goes from before an object to before its member of this name; false where it has none. */
  private enter(name: string): boolean {
    this.take(OPEN_OBJECT);
    for (;;) {
      this.skipBlanks();
      if (this.bytes[this.at] === CLOSE_OBJECT) return false;
      const begin = this.at;
      this.skipString();
      const isIt = JSON.parse(this.text(begin, this.at)) === name;
      this.take(COLON);
      if (isIt) return true;
      this.skipBlanks();
      this.skipValue();
      this.skipBlanks();
      if (this.bytes[this.at] === COMMA) this.at += 1;
    }
  }

  private take(expected: number): void {
    this.skipBlanks();
    if (this.bytes[this.at] !== expected) throw new Stray();
    this.at += 1;
  }

  private skipBlanks(): void {
    while (isBlank(this.bytes[this.at])) this.at += 1;
  }

  /** Goes behind a value, whose insides are only looked at for where it ends. */
  private skipValue(): void {
    const first = this.bytes[this.at]!;
    if (OPENING.has(first)) this.skipStructure();
    else if (first === QUOTE) this.skipString();
    else this.skipScalar();
  }

  private skipStructure(): void {
    for (let depth = 0; ; ) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new SyntaxError();
      if (byte === QUOTE) {
        this.skipString();
        continue;
      }
      this.at += 1;
      if (OPENING.has(byte)) depth += 1;
      else if (CLOSING.has(byte)) {
        depth -= 1;
        if (depth === 0) return;
      }
    }
  }

  private skipScalar(): void {
    const begin = this.at;
    for (let byte = this.bytes[this.at]; byte !== undefined; byte = this.bytes[this.at]) {
      if (byte === COMMA || byte === QUOTE || isBlank(byte) || OPENING.has(byte) || CLOSING.has(byte)) break;
      this.at += 1;
    }
    if (this.at === begin) throw new SyntaxError();
  }

  private skipString(): void {
    if (this.bytes[this.at] !== QUOTE) throw new Stray();
    for (let end = this.at; ; ) {
      end = this.bytes.indexOf(QUOTE, end + 1);
      if (end < 0) throw new SyntaxError();
      let escapes = 0;
      while (this.bytes[end - 1 - escapes] === BACKSLASH) escapes += 1;
      if (escapes % 2 === 1) continue;
      this.at = end + 1;
      return;
    }
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
