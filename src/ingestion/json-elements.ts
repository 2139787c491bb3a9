import { isUtf8 } from 'node:buffer';
import { FeedError } from './feed-error.js';
import { isRecord, noJson, readJson } from './feed-text.js';
import { CLOSE_ARRAY, COMMA, Cursor, type Place, STRAY } from './json-cursor.js';

const BYTE_ORDER_MARK = 3;
/** Replaces the array when the rest of the document is checked. */
const EMPTY = Buffer.from('[]');
/** Bytes of the next piece that usually contain the end of a cut-off element. */
const SEAM = 16 * 2 ** 10;

/**
 * Reads a value.
 * @throws FeedError where it is not JSON
 */
export function valueAt({ bytes, begin, end }: Place): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', begin, end));
  } catch {
    throw noJson();
  }
}

/**
 * Finds the elements of one array of a JSON document, such as the one at `data.events`, as they arrive. A large
 * document is never in memory as a whole, as text or as objects. The rest of it is checked at the end, so elements
 * may only be used once all have arrived.
 */
export class JsonElements {
  /** Bytes that have not been searched. */
  private waiting: Uint8Array[] = [];
  private size = 0;
  /** Number of bytes at which the search continues, so that a long value is not searched again for every piece of it. */
  private enough = 0;
  /** The document up to where the array begins. */
  private before: Buffer | undefined;
  private isEmpty = true;
  private isClosed = false;

  /** @param missing the message for JSON without such an array */
  constructor(
    private readonly path: readonly string[],
    private readonly missing: string,
  ) {}

  /**
   * Takes the next bytes of the document in, and returns the elements that are complete now.
   * @throws FeedError where they are not in UTF-8
   */
  take(bytes: Uint8Array): Place[] {
    this.waiting.push(bytes);
    this.size += bytes.byteLength;
    return this.isClosed || this.size < this.enough ? [] : [...this.mend(), ...this.advance()];
  }

  /**
   * Returns the last elements, and checks the text around the array.
   * @throws FeedError where that is not JSON in UTF-8, or has no such array
   */
  end(): Place[] {
    const places = this.advance();
    if (this.before && !this.isClosed) throw noJson();
    const rest = this.joined();
    const document = this.before ? Buffer.concat([this.before, EMPTY, rest]) : rest;
    if (!isArrayAt(readJson(document), this.path)) throw new FeedError(this.missing);
    return places;
  }

  /** Moves past the element that was cut off, if it ends soon. Then the next piece need not be copied. */
  private mend(): Place[] {
    const [broken, next] = this.waiting;
    if (!this.before || this.waiting.length !== 2) return [];
    const cursor = new Cursor(Buffer.concat([broken!, next!.subarray(0, SEAM)]));
    const places = this.pass(cursor);
    if (cursor.at > 0) this.keep(cursor, next!.subarray(cursor.at - broken!.byteLength));
    return places;
  }

  private advance(): Place[] {
    if (this.isClosed) return [];
    const cursor = new Cursor(this.joined());
    const places = this.hasBegun(cursor) ? this.pass(cursor) : [];
    this.keep(cursor, cursor.bytes.subarray(cursor.at));
    return places;
  }

  /** Keeps what follows the searched part. */
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

  /** Moves into the array unless that is done; false where it has not arrived yet. */
  private hasBegun(cursor: Cursor): boolean {
    if (this.before) return true;
    cursor.at = startOf(cursor.bytes);
    const isFound = cursor.find(this.path);
    if (isFound) this.before = cursor.bytes.subarray(0, cursor.at);
    cursor.at = isFound ? cursor.at + 1 : 0;
    return isFound;
  }

  /** Moves past all complete elements, and past the end of the array. */
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
      if (error !== STRAY) throw error;
      cursor.at = passed;
    }
    return places;
  }
}

/** Where the text begins: after the byte order mark. */
function startOf(bytes: Buffer): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? BYTE_ORDER_MARK : 0;
}

function isArrayAt(value: unknown, path: readonly string[]): boolean {
  let found = value;
  for (const name of path) found = isRecord(found) ? found[name] : undefined;
  return Array.isArray(found);
}
