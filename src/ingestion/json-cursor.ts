const QUOTE = 0x22;
const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Thrown where the text is wrong or incomplete. JSON.parse says which once all of it is there. It is one
 * shared error, since every piece of a document throws it and a stack trace is slow.
 */
export const STRAY = new Error('This is not JSON, or not all of it.');

/** Where a value stands in its document. */
export interface Place {
  bytes: Buffer;
  begin: number;
  end: number;
}

/** A position in a JSON document. It skips values without parsing them. */
export class Cursor {
  at = 0;

  constructor(readonly bytes: Buffer) {}

  /** Moves to the start of the array at this path; false where there is none. */
  find(path: readonly string[]): boolean {
    try {
      for (const name of path) if (!this.enter(name)) return false;
      this.skipBlanks();
      return this.bytes[this.at] === OPEN_ARRAY;
    } catch (error) {
      if (error === STRAY) return false;
      throw error;
    }
  }

  /** Moves past the next value. */
  value(): Place {
    this.skipBlanks();
    const begin = this.at;
    this.skipValue();
    return { bytes: this.bytes, begin, end: this.at };
  }

  /** Moves past this byte if it comes next. */
  passes(expected: number): boolean {
    this.skipBlanks();
    const isNext = this.bytes[this.at] === expected;
    if (isNext) this.at += 1;
    return isNext;
  }

  take(expected: number): void {
    if (!this.passes(expected)) throw STRAY;
  }

  /** Moves from the start of an object to the value of its member of this name; false where it has none. */
  private enter(name: string): boolean {
    this.take(OPEN_OBJECT);
    for (;;) {
      this.skipBlanks();
      if (this.bytes[this.at] === CLOSE_OBJECT) return false;
      const begin = this.at;
      this.skipString();
      const isIt = this.nameFrom(begin) === name;
      this.take(COLON);
      if (isIt) return true;
      this.value();
      this.passes(COMMA);
    }
  }

  private nameFrom(begin: number): unknown {
    try {
      return JSON.parse(this.bytes.toString('utf8', begin, this.at));
    } catch {
      throw STRAY;
    }
  }

  private skipBlanks(): void {
    while (isBlank(this.bytes[this.at])) this.at += 1;
  }

  /** Moves past a value, looking inside only for its end. */
  private skipValue(): void {
    const first = this.bytes[this.at]!;
    if (isOpening(first)) this.skipStructure();
    else if (first === QUOTE) this.skipString();
    else this.skipScalar();
  }

  private skipStructure(): void {
    for (let depth = 0; ; ) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw STRAY;
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
    if (this.at === begin) throw STRAY;
  }

  private skipString(): void {
    if (this.bytes[this.at] !== QUOTE) throw STRAY;
    for (let end = this.at; ; ) {
      end = this.bytes.indexOf(QUOTE, end + 1);
      if (end < 0) throw STRAY;
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
