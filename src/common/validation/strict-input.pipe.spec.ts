import { PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsEmail, IsInt, IsOptional, Max, ValidateNested } from 'class-validator';
import type { Problem } from '../problem.js';
import {
  BodyOptional,
  BooleanField,
  EnumField,
  IdField,
  IgnoresReadOnly,
  InstantField,
  KeepsFurtherMembers,
  NestedField,
  NestedListField,
  NumberField,
  TextField,
  TextListField,
  UrlField,
  WholeNumberField,
} from './fields.js';
import { StrictInputPipe } from './strict-input.pipe.js';

class SeatDto {
  @WholeNumberField({ min: 1, max: 99 })
  row: number;

  @TextField({ max: 10, trim: true, optional: true })
  note?: string;
}

@KeepsFurtherMembers()
class StageDto {
  @TextField({ min: 1, max: 10, trim: true })
  name: string;
}

class AnswerDto {
  id: string;
}

@IgnoresReadOnly(AnswerDto, ['id'])
class BookingDto {
  @IsEmail()
  email: string;

  @NestedField(StageDto, {
    optional: true,
    nullable: true,
    check: (stage) => ('fire' in (stage as object) ? 'must not be on fire' : undefined),
  })
  stage?: StageDto | null;

  @NestedListField(SeatDto, { most: 3, optional: true })
  seats?: SeatDto[];

  @TextListField({ least: 1, most: 3, max: 5, optional: true })
  tags?: string[];

  @IsOptional()
  @Max(9, { message: '$property has to be small' })
  @IsInt()
  people?: number;

  @IsOptional()
  @IsArray()
  lists?: unknown[];

  @IsOptional()
  @ValidateNested()
  @Type(() => SeatDto)
  seat?: SeatDto;
}

/** Each kind of field, optional but not nullable, as for a NOT NULL column. */
const KINDS: Record<string, PropertyDecorator> = {
  text: TextField({ max: 9, optional: true }),
  title: TextField({ min: 1, max: 9, trim: true, visible: true, optional: true }),
  enum: EnumField(['A'], { optional: true }),
  instant: InstantField({ optional: true }),
  url: UrlField({ optional: true }),
  number: NumberField({ min: 0, max: 9, optional: true }),
  wholeNumber: WholeNumberField({ min: 0, max: 9, optional: true }),
  boolean: BooleanField({ optional: true }),
  id: IdField({ optional: true }),
  texts: TextListField({ most: 9, max: 9, optional: true }),
  object: NestedField(SeatDto, { optional: true }),
  objects: NestedListField(SeatDto, { most: 9, optional: true }),
};
class EveryKindDto {}
for (const [name, decorate] of Object.entries(KINDS)) decorate(EveryKindDto.prototype, name);

@BodyOptional()
class ChangeDto extends PartialType(BookingDto) {}

class SearchQuery {
  @IsOptional()
  @IsInt()
  @Type(() => Number)
  year?: number;

  @IsOptional()
  @IsBoolean()
  @Type(() => Boolean)
  free?: boolean;
}

const pipe = new StrictInputPipe();
const EMAIL = 'ann@example.org';
const body = (sent: object, metatype: new () => object = BookingDto) =>
  pipe.transform(JSON.parse(JSON.stringify(sent)), { type: 'body', metatype });
const query = (sent: object) => pipe.transform(sent, { type: 'query', metatype: SearchQuery });

/** The faults of a request, as `pointer: detail`. */
const faultsOf = (read: Promise<unknown>): Promise<string[]> =>
  read.then(
    () => [],
    (problem: Problem) => problem.errors!.map(({ pointer, detail }) => `${pointer}: ${detail}`),
  );

describe('the input pipe', () => {
  it('converts a body to instances, and a query to the declared types', async () => {
    const seats = [{ row: 1 }, { row: 2, note: ' aisle ' }];
    const booking = (await body({ email: EMAIL, stage: null, seats, tags: ['a'] })) as BookingDto;
    expect(booking).toBeInstanceOf(BookingDto);
    expect(booking.seats?.[1]).toBeInstanceOf(SeatDto);
    expect({ ...booking }).toEqual({
      ...{ email: EMAIL, stage: null, tags: ['a'] },
      seats: [{ row: 1 }, { row: 2, note: 'aisle' }],
    });
    expect(await query({ year: '2030', free: 'true' })).toEqual({ year: 2030, free: true });
  });

  it('ignores members that the service assigns', async () => {
    expect(await body({ email: EMAIL, id: { constructor: 7 } })).toEqual({ email: EMAIL });
  });

  it('keeps undeclared members if the class allows them, with any name and in order', async () => {
    const further = { toString: 1, constructor: { prototype: [] }, prototype: null, valueOf: {} };
    const stage = { a: [], ...further, name: ' Main ', z: { b: 1 } };
    const read = (await body({ email: EMAIL, stage })) as BookingDto;
    expect(JSON.stringify(read.stage)).toBe(JSON.stringify({ ...stage, name: 'Main' }));
  });

  it('accepts a missing body if the class allows it', async () => {
    const metadata = { type: 'body', metatype: ChangeDto } as const;
    expect(await pipe.transform(undefined, metadata)).toEqual({});
    await expect(pipe.transform(undefined, { ...metadata, metatype: BookingDto })).rejects.toMatchObject({
      code: 'MALFORMED_JSON',
    });
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['/email: email must be an email']],
    ['what is unknown', { email: EMAIL, colour: 1 }, ['/colour: is not known']],
    ['a bad address', { email: 'ann' }, ['/email: email must be an email']],
    ['what its own message says', { email: EMAIL, people: 10 }, ['/people: people has to be small']],
    ['no object', { email: EMAIL, stage: 'Main' }, ['/stage: must be an object']],
    ['a list in place of an object', { email: EMAIL, stage: [{}] }, ['/stage: must be an object']],
    [
      'an object in place of a list',
      { email: EMAIL, seats: { row: 1, length: 1 } },
      ['/seats: must be a list of at most 3 objects'],
    ],
    [
      'an object in place of a text',
      { email: { constructor: 'x' } },
      ['/email: must not be a list or an object'],
    ],
    [
      'a list or an object of which nothing is declared',
      { email: EMAIL, lists: [1], seat: { row: 1 } },
      ['/lists: must not be a list or an object', '/seat: must not be a list or an object'],
    ],
    [
      'an object that is wrong as a whole, and a member of it',
      { email: EMAIL, stage: { name: '', fire: 1 } },
      ['/stage: must not be on fire', '/stage/name: must have 1 to 10 characters'],
    ],
    [
      'bad entries of lists',
      { email: EMAIL, seats: [{ row: 1 }, [{}], { row: 'x', note: 7, 'a/b': 1 }], tags: ['a', {}, 'abcdef'] },
      [
        '/seats/1: must be an object',
        '/seats/2/a~1b: is not known',
        '/tags/1: must be a string',
        '/tags/2: must have 1 to 5 characters',
        '/seats/2/row: must be a whole number from 1 to 99',
        '/seats/2/note: must be a string',
      ],
    ],
    ['null in a list', { email: EMAIL, seats: [null] }, ['/seats/0: must be an object']],
    [
      'what no text may hold',
      { email: EMAIL, seats: [{ row: 1, note: '\0' }] },
      ['/seats/0/note: must not contain NUL characters'],
    ],
    [
      'what no text may hold in what it ignores',
      { email: EMAIL, id: ['\ud800'] },
      ['/id/0: must be valid Unicode'],
    ],
  ])('refuses %s', async (_what, sent, faults) => {
    expect(await faultsOf(body(sent))).toEqual(faults);
  });

  it.each(Object.keys(KINDS))('refuses null for a %s that is not nullable', async (name) => {
    const faults = await faultsOf(body({ [name]: null }, EveryKindDto));
    expect(faults).toEqual([expect.stringMatching(`^/${name}: must be `)]);
    expect(await faultsOf(body({}, EveryKindDto))).toEqual([]);
  });

  it('converts true and false', async () => {
    expect(await body({ boolean: false }, EveryKindDto)).toEqual({ boolean: false });
    expect(await faultsOf(body({ boolean: 'false' }, EveryKindDto))).toEqual([
      '/boolean: must be true or false',
    ]);
  });

  it('refuses invalid query parameters', async () => {
    expect(await faultsOf(query({ year: 'soon', 'a/b': '4', free: ['true', 'true'] }))).toEqual([
      'free: is given more than once',
      'a/b: is not known',
      'year: year must be an integer number',
    ]);
  });

  it('knows the members of a mapped type', async () => {
    expect(await body({ seats: [{ row: 1 }] }, ChangeDto)).toEqual({ seats: [{ row: 1 }] });
    expect(await faultsOf(body({ seats: [{ row: 0 }], tags: [] }, ChangeDto))).toEqual([
      '/seats/0/row: must be a whole number from 1 to 99',
      '/tags: must be a list of 1 to 3 strings',
    ]);
  });

  it('is not confused by names of members', async () => {
    const names = { constructor: 'x', toString: 1, valueOf: 2, hasOwnProperty: 3 };
    const unknown = (pointer: string) => Object.keys(names).map((name) => `${pointer}/${name}: is not known`);
    expect(await faultsOf(body({ email: EMAIL, ...names, seats: [{ row: 1, ...names }] }))).toEqual([
      ...unknown(''),
      ...unknown('/seats/0'),
    ]);
  });

  it('checks the length of a list before its entries', async () => {
    expect(await faultsOf(body({ email: EMAIL, seats: Array(100_000).fill({ a: 1 }) }))).toEqual([
      '/seats: must be a list of at most 3 objects',
    ]);
    expect(await faultsOf(body({ email: EMAIL, tags: Array(100_000).fill({}) }))).toEqual([
      '/tags: must be a list of 1 to 3 strings',
    ]);
  });

  it('stops at a hundred faults', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`x${n}`, n]));
    const faults = await faultsOf(body({ email: EMAIL, ...unknown }));
    expect(faults).toHaveLength(100);
    expect(faults.at(-1)).toBe('/x99: is not known');
  });
});
