import fc from 'fast-check';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { formatInstant, parseInstant } from './instant.js';
import { encodeCursor, fingerprint, POSITION, startOfPage } from './pagination.js';
import { Problem } from './problem.js';

type Position = z.output<typeof POSITION>;

const scopes = fc.array(fc.jsonValue()).map((filters) => fingerprint(...filters));
const positions: fc.Arbitrary<Position> = fc.record({
  at: fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }).map(formatInstant),
  id: fc.oneof(
    fc.integer({ min: 0, max: 2 ** 48 - 1 }).map((msecs) => uuidv7({ msecs })),
    fc.string().map((name) => uuidv5(name, uuidv5.URL)),
  ),
});

/** The position of a cursor, or its fault. */
function decode(scope: string, cursor: string): Position | string | undefined {
  try {
    return startOfPage(scope, { cursor }, POSITION).position;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'VALIDATION_FAILED') throw error;
    expect(error.errors?.map(({ pointer }) => pointer)).toEqual(['cursor']);
    return error.errors?.[0]?.detail;
  }
}

describe('a cursor', () => {
  it('survives encoding and decoding, and needs no escaping in a URL', () => {
    fc.assert(
      fc.property(scopes, positions, (scope, position) => {
        const cursor = encodeCursor(scope, position);
        expect(decode(scope, cursor)).toEqual(position);
        expect(encodeURIComponent(cursor)).toBe(cursor);
        expect(cursor.length).toBeLessThan(200);
      }),
    );
  });

  it('is refused under another scope', () => {
    fc.assert(
      fc.property(scopes, scopes, positions, (scope, other, position) => {
        fc.pre(scope !== other);
        expect(decode(other, encodeCursor(scope, position))).toMatch(/these filters/);
      }),
    );
  });

  it('is refused if it is garbage, with no other error', () => {
    fc.assert(
      fc.property(scopes, fc.string({ unit: 'binary', maxLength: 1000 }), (scope, garbage) => {
        expect(typeof decode(scope, garbage)).toBe('string');
      }),
    );
  });

  it('is refused if it is any other JSON, with no other error', () => {
    fc.assert(
      fc.property(scopes, fc.jsonValue(), (scope, value) => {
        const cursor = Buffer.from(JSON.stringify(value)).toString('base64url');
        expect(typeof decode(scope, cursor)).toBe('string');
      }),
    );
  });

  it('has only values that the database can compare, even after tampering', () => {
    const parts = fc.tuple(
      fc.constant('scope'),
      fc.oneof(fc.string(), fc.jsonValue()),
      fc.oneof(fc.string(), fc.jsonValue()),
    );
    const tampered = fc.oneof(
      parts,
      positions.map(({ at }) => ['scope', at, "x' OR 1=1 --"]),
      positions.map(({ id }) => ['scope', 'infinity', id]),
      positions.map(({ at, id }) => ['scope', at, id, 'more']),
    );
    fc.assert(
      fc.property(tampered, (value) => {
        const position = decode('scope', Buffer.from(JSON.stringify(value)).toString('base64url'));
        if (typeof position !== 'object') return;
        expect(parseInstant(position.at)).toBeDefined();
        expect(position.id).toMatch(/^[0-9a-f-]{36}$/i);
      }),
    );
  });

  it('depends on every part of its scope', () => {
    const all = [
      fingerprint('events', 'startAt', []),
      fingerprint('events', '-startAt', []),
      fingerprint('events', 'startAt', ['GIG']),
      fingerprint('events', 'startAt', [['GIG']]),
      fingerprint('events', 'startAt', ['G', 'IG']),
      fingerprint('runs', 'startAt', []),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(fingerprint('events', 'startAt', [])).toBe(all[0]);
  });
});
