import { hash } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';
import { z } from 'zod';
import { ApiCount } from './api.decorators.js';
import { parseInstant } from './instant.js';
import { Problem } from './problem.js';
import { isUuid } from './text.js';
import { CountParam, TextField } from './validation/fields.js';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
export const MAX_OFFSET = 10_000;
/** Totals are counted up to this number (rules.md, "Lists"). */
export const MAX_TOTAL = 1_000;
const MAX_CURSOR = 1_000;

/** The query parameters of every list (rules.md, "Lists"). */
export class PageQuery {
  @CountParam({
    min: 1,
    most: MAX_LIMIT,
    clamp: true,
    description: `The size of a page: 1 to ${MAX_LIMIT}, by default ${DEFAULT_LIMIT}. A greater one counts as ${MAX_LIMIT}.`,
    example: DEFAULT_LIMIT,
  })
  limit?: number;

  @CountParam({
    min: 0,
    most: MAX_OFFSET,
    beyond: `must be at most ${MAX_OFFSET}; use cursor to page deeper`,
    description: `The number of items to skip, by default 0. Use \`cursor\` to page deeper than ${MAX_OFFSET}.`,
  })
  offset?: number;

  @TextField({
    optional: true,
    max: MAX_CURSOR,
    description: 'The `nextCursor` of the page before, with the same filters and sort. It excludes `offset`.',
  })
  cursor?: string;
}

export class Page<Item> {
  data: Item[];

  @ApiCount({
    description: `The number of matches, counted up to ${MAX_TOTAL}.`,
    maximum: MAX_TOTAL,
    example: 137,
  })
  total: number;

  @ApiProperty({ description: `False if more than ${MAX_TOTAL} match.`, example: true })
  totalIsExact: boolean;

  @ApiCount({ description: 'The size of a page.', maximum: MAX_LIMIT, example: DEFAULT_LIMIT })
  limit: number;

  @ApiCount({ description: 'The number of skipped items.', maximum: MAX_OFFSET, example: 0 })
  offset: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    maxLength: MAX_CURSOR,
    description: 'The `cursor` of the next page. Null on the last page.',
    example: null,
  })
  nextCursor: string | null;
}

/** Builds a page. @param counted number of matches, counted up to at least `MAX_TOTAL` + 1 */
export const toPage = <Item>(
  data: Item[],
  counted: number,
  limit: number,
  offset: number,
  nextCursor: string | null,
): Page<Item> => {
  const total = Math.min(counted, MAX_TOTAL);
  return { data, total, totalIsExact: counted <= MAX_TOTAL, limit, offset, nextCursor };
};

/** Creates the page class of an item class, such as `EventPage`, for the document. */
export function pageClassOf(item: Type, name: string): Type {
  const page = class extends Page<unknown> {};
  Object.defineProperty(page, 'name', { value: name });
  ApiProperty({ type: [item], maxItems: MAX_LIMIT })(page.prototype, 'data');
  return page;
}

/** Documents a response as a page of these items. @param name name of its schema */
export const ApiPage = (item: Type, name = item.name.replace(/(Dto)?$/, 'Page')): MethodDecorator =>
  ApiOkResponse({ type: pageClassOf(item, name), description: 'A page of the list.' });

/** A position in a list: the page starts after the row with this sort key and this id. */
export const POSITION = z.strictObject({
  at: z.string().refine((text) => parseInstant(text) !== undefined),
  id: z.string().refine(isUuid),
});

/** A hash of the list, its filters and its sort. A cursor is valid only for the same hash. */
export const fingerprint = (...scope: unknown[]): string =>
  hash('sha1', JSON.stringify(scope), 'base64url').slice(0, 10);

export const encodeCursor = (scope: string, position: object): string =>
  Buffer.from(JSON.stringify([scope, position])).toString('base64url');

/**
 * Reads the start of a page from its query: a cursor of this scope, or an offset.
 * @param schema schema of the positions in this list's cursors
 * @throws Problem VALIDATION_FAILED for any other cursor, and for a cursor with an offset
 */
export function startOfPage<Start>(
  scope: string,
  { cursor, offset }: PageQuery,
  schema: z.ZodType<Start>,
): { position?: Start; offset: number } {
  if (cursor === undefined) return { offset: offset ?? 0 };
  if (offset !== undefined)
    throw Problem.invalid({ pointer: 'offset', detail: 'cannot be combined with cursor' });
  const { data } = z.tuple([z.literal(scope), schema]).safeParse(decoded(cursor));
  if (data) return { position: data[1] as Start, offset: 0 };
  const detail = 'is no cursor of these filters, this sort and this version';
  throw Problem.invalid({ pointer: 'cursor', detail });
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
