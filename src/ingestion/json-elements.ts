import { isUtf8 } from 'node:buffer';
import { FeedError } from './feed.js';
import { isRecord } from './feed-text.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = 3;
/** Bytes of the next piece in which what was broken off mostly ends. */
const SEAM = 16 * 2 ** 10;

/** What cannot be gone over: it is wrong, or not all there yet. JSON.parse says which, when all has come. */
class Stray extends Error {}

/** Where a value stands in its document. */
export interface Place {
  bytes: Buffer;
  begin: number;
  end: number;
}

/**
 * Reads a value.
 * @throws FeedError where it is no JSON
 */
export function valueAt({ bytes, begin, end }: Place): unknown {
  return parsed(bytes.toString('utf8', begin, end));
}

/**
 * Finds the elements of one array of a JSON document, such as the one at `data.events`, as they come in: a large
 * document never stands in memory as text or as objects as a whole. The rest of it is checked in the end, so elements
 * may only be used once all have come.
 */
export class JsonElements {
  /** Bytes that have not been gone over. */
  private waiting: Uint8Array[] = [];
  private size = 0;
  /** Bytes from which they are looked at again: a long value is not gone over for every bit of it that comes. */
  private enough = 0;
  /** The document up to where the array begins. */
  private before: string | undefined;
  private isEmpty = true;
  private isClosed = false;

  /** @param missing what is said of JSON that has no such array */
  constructor(
    private readonly path: readonly string[],
    private readonly missing: string,
  ) {}

  /**
   * Takes the next bytes of the document in, and answers the elements that are whole now.
   * @throws FeedError where they are not in UTF-8
   */
  take(bytes: Uint8Array): Place[] {
    this.waiting.push(bytes);
    this.size += bytes.byteLength;
    return this.isClosed || this.size < this.enough ? [] : [...this.mend(), ...this.advance()];
  }

  /**
   * Answers the last elements, and checks what stands around the array.
   * @throws FeedError where that is no JSON in UTF-8, or has no such array
   */
  end(): Place[] {
    const places = this.advance();
    const rest = this.joined();
    if (!isUtf8(rest) || (this.before !== undefined && !this.isClosed)) throw noJson();
    const text =
      this.before === undefined ? rest.toString('utf8', startOf(rest)) : `${this.before}[]${rest.toString()}`;
    if (!isArrayAt(parsed(text), this.path)) throw new FeedError(this.missing);
    return places;
  }

  /** Goes behind the element that was broken off, where it ends soon: the next piece is not copied whole then. */
  private mend(): Place[] {
    const [broken, next] = this.waiting;
    if (this.before === undefined || this.waiting.length !== 2) return [];
    const cursor = new Cursor(Buffer.concat([broken!, next!.subarray(0, SEAM)]));
    const places = this.pass(cursor);
    if (places.length > 0) this.keep(cursor, next!.subarray(cursor.at - broken!.byteLength));
    return places;
  }

  private advance(): Place[] {
    if (this.isClosed) return [];
    const cursor = new Cursor(this.joined());
    const places = this.hasBegun(cursor) ? this.pass(cursor) : [];
    this.keep(cursor, cursor.bytes.subarray(cursor.at));
    return places;
  }

  /** Keeps the rest of what has been gone over. */
  private keep({ bytes, at }: Cursor, rest: Uint8Array): void {
    if (!isUtf8(bytes.subarray(0, at))) throw noJson();
    this.waiting = [rest];
    this.size = rest.byteLength;
    this.enough = 2 * this.size;
  }

  private joined(): Buffer {
    const [first] = this.waiting;
    return this.waiting.length === 1
      ? Buffer.from(first!.buffer, first!.byteOffset, first!.byteLength)
      : Buffer.concat(this.waiting);
  }

  /** Goes into the array where that has not been done; false where it cannot be found by now. */
  private hasBegun(cursor: Cursor): boolean {
    if (this.before !== undefined) return true;
    const start = startOf(cursor.bytes);
    cursor.at = start;
    const isFound = cursor.find(this.path);
    if (isFound) this.before = cursor.text(start, cursor.at);
    cursor.at = isFound ? cursor.at + 1 : 0;
    return isFound;
  }

  /** Goes behind all elements that are whole, and behind the array where it ends. */
  private pass(cursor: Cursor): Place[] {
    const places: Place[] = [];
    let passed = cursor.at;
    try {
      this.isClosed = this.isEmpty && cursor.passes(CLOSE_ARRAY);
      while (!this.isClosed) {
        const place = cursor.value();
        this.isClosed = cursor.passes(CLOSE_ARRAY);
        if (!this.isClosed) cursor.take(COMMA);
        places.push(place);
        passed = cursor.at;
        this.isEmpty = false;
      }
    } catch (error) {
      if (!(error instanceof Stray)) throw error;
      cursor.at = passed;
    }
    return places;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw noJson();
  }
}

function noJson(): FeedError {
  return new FeedError('The feed answered what is no JSON.');
}

/** Where the text begins: behind the byte order mark. */
function startOf(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? BYTE_ORDER_MARK : 0;
}

function isArrayAt(value: unknown, path: readonly string[]): boolean {
  let found = value;
  for (const name of path) found = isRecord(found) ? found[name] : undefined;
  return Array.isArray(found);
}

/** A place in a JSON document, which goes over values without reading them. */
class Cursor {
  at = 0;

  constructor(readonly bytes: Buffer) {}

  text(from: number, to?: number): string {
    return this.bytes.toString('utf8', from, to);
  }

  /** Goes to before the array at this path; false where there is none. */
  find(path: readonly string[]): boolean {
    try {
      for (const name of path) if (!this.enter(name)) return false;
      this.skipBlanks();
      return this.bytes[this.at] === OPEN_ARRAY;
    } catch (error) {
      if (error instanceof Stray) return false;
      throw error;
    }
  }

  /** Goes behind the next value. */
  value(): Place {
    this.skipBlanks();
    const begin = this.at;
    this.skipValue();
    return { bytes: this.bytes, begin, end: this.at };
  }

  /** Goes behind this byte where it comes next. */
  passes(expected: number): boolean {
    this.skipBlanks();
    const isNext = this.bytes[this.at] === expected;
    if (isNext) this.at += 1;
    return isNext;
  }

  take(expected: number): void {
    if (!this.passes(expected)) throw new Stray();
  }

  /** Goes from before an object to before its member of this name; false where it has none. */
  private enter(name: string): boolean {
    this.take(OPEN_OBJECT);
    for (;;) {
      this.skipBlanks();
      if (this.bytes[this.at] === CLOSE_OBJECT) return false;
      const begin = this.at;
      this.skipString();
      const isIt = parsed(this.text(begin, this.at)) === name;
      this.take(COLON);
      if (isIt) return true;
      this.skipBlanks();
      this.skipValue();
      this.skipBlanks();
      if (this.bytes[this.at] === COMMA) this.at += 1;
    }
  }

  private skipBlanks(): void {
    while (isBlank(this.bytes[this.at])) this.at += 1;
  }

  /** Goes behind a value, whose insides are only looked at for where it ends. */
  private skipValue(): void {
    const first = this.bytes[this.at]!;
    if (isOpening(first)) this.skipStructure();
    else if (first === QUOTE) this.skipString();
    else this.skipScalar();
  }

  private skipStructure(): void {
    for (let depth = 0; ; ) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new Stray();
      if (byte === QUOTE) {
        this.skipString();
        continue;
      }
      this.at += 1;
      if (isOpening(byte)) depth += 1;
      else if (isClosing(byte)) {
        depth -= 1;
        if (depth === 0) return;
      }
    }
  }

  private skipScalar(): void {
    const begin = this.at;
    for (let byte = this.bytes[this.at]; byte !== undefined; byte = this.bytes[this.at]) {
      if (byte === COMMA || byte === QUOTE || isBlank(byte) || isOpening(byte) || isClosing(byte)) break;
      this.at += 1;
    }
    if (this.at === begin) throw new Stray();
  }

  private skipString(): void {
    if (this.bytes[this.at] !== QUOTE) throw new Stray();
    for (let end = this.at; ; ) {
      end = this.bytes.indexOf(QUOTE, end + 1);
      if (end < 0) throw new Stray();
      let escapes = 0;
      while (this.bytes[end - 1 - escapes] === BACKSLASH) escapes += 1;
      if (escapes % 2 === 1) continue;
      this.at = end + 1;
      return;
    }
  }
}

function isOpening(byte: number): boolean {
  return byte === OPEN_OBJECT || byte === OPEN_ARRAY;
}

function isClosing(byte: number): boolean {
  return byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
