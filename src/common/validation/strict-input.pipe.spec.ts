import { Transform, Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsInt,
  IsOptional,
  IsString,
  Length,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { Problem } from '../problem.js';
import { IgnoresReadOnly } from './fields.js';
import { StrictInputPipe } from './strict-input.pipe.js';

class SeatDto {
  @IsInt()
  row: number;

  @IsOptional()
  @IsString()
  note?: string;
}

class StageDto {
  @IsString()
  @Length(1, 10)
  name: string;

  @ValidateNested({ each: true })
  @Type(() => SeatDto)
  seats: SeatDto[];
}

class AnswerDto {
  id: string;
}

/** As any Nest developer writes one. */
@IgnoresReadOnly(AnswerDto, ['id'])
class BookingDto {
  @IsEmail()
  email: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => StageDto)
  stage?: StageDto;

  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => SeatDto)
  seats?: SeatDto[];

  @IsOptional()
  @IsDate()
  @Type(() => Date)
  at?: Date;

  @IsOptional()
  @IsString({ each: true })
  @Transform(({ value }) => value.map((tag: string) => tag.trim()))
  tags?: string[];

  @ValidateIf(({ email }) => email === 'group@example.org')
  @IsInt({ message: '$property has to be whole' })
  @IsDefined()
  people?: number;

  @Allow()
  anything?: unknown;
}

class SearchQuery {
  @IsOptional()
  @IsInt()
  @Type(() => Number)
  year?: number;

  @IsOptional()
  @IsBoolean()
  @Transform(({ value }) => value === 'true')
  free?: boolean;
}

const pipe = new StrictInputPipe();
const EMAIL = 'ann@example.org';
const body = (sent: object) =>
  pipe.transform(JSON.parse(JSON.stringify(sent)), { type: 'body', metatype: BookingDto });
const query = (sent: object) => pipe.transform(sent, { type: 'query', metatype: SearchQuery });

/** The faults of a request, as `pointer: detail`. */
function faultsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (problem) {
    return (problem as Problem).errors!.map(({ pointer, detail }) => `${pointer}: ${detail}`);
  }
}

describe('a request class with the decorators of class-validator and class-transformer', () => {
  it('is read into instances, whose members have the types that are declared', () => {
    const seats = [{ row: 1 }, { row: 2, note: 'aisle' }];
    const sent = { email: EMAIL, at: '2030-04-12T09:00:00Z', tags: [' a', 'b '], anything: [null] };
    const booking = body({ ...sent, stage: { name: 'Main', seats }, seats }) as BookingDto;
    expect(booking).toBeInstanceOf(BookingDto);
    expect(booking.stage).toBeInstanceOf(StageDto);
    expect(booking.seats?.[1]).toBeInstanceOf(SeatDto);
    expect(booking.stage?.seats[0]).toBeInstanceOf(SeatDto);
    expect({ ...booking }).toEqual({
      ...sent,
      at: new Date('2030-04-12T09:00:00Z'),
      tags: ['a', 'b'],
      stage: { name: 'Main', seats },
      seats,
    });
    expect(query({ year: '2030', free: 'true' })).toEqual({ year: 2030, free: true });
  });

  it('ignores members that the service assigns', () => {
    expect(body({ email: EMAIL, id: 7 })).toEqual({ email: EMAIL });
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['/email: email must be an email']],
    ['what is unknown', { email: EMAIL, colour: 1 }, ['/colour: is not known']],
    ['a bad address', { email: 'ann' }, ['/email: email must be an email']],
    ['a bad date', { email: EMAIL, at: 'soon' }, ['/at: at must be a Date instance']],
    ['no object', { email: EMAIL, stage: 'Main' }, ['/stage: must be an object']],
    ['a list in place of an object', { email: EMAIL, stage: [{}] }, ['/stage: must be an object']],
    ['an object in place of a list', { email: EMAIL, seats: { row: 1 } }, ['/seats: seats must be an array']],
    [
      'bad members of an object',
      { email: EMAIL, stage: { name: '', seats: [], 'a/b': 1 } },
      ['/stage/a~1b: is not known', '/stage/name: name must be longer than or equal to 1 characters'],
    ],
    [
      'bad members of lists',
      {
        email: EMAIL,
        seats: [{ row: 1 }, null, { row: 'x', note: 7 }],
        stage: { name: 'Main', seats: [{}] },
      },
      [
        '/seats/1: must be an object',
        '/seats/2/row: row must be an integer number',
        '/seats/2/note: note must be a string',
        '/stage/seats/0/row: row must be an integer number',
      ],
    ],
    ['an entry of another type', { email: EMAIL, tags: ['a', 7] }, ['/tags: cannot be read']],
    ['what a transform does not expect', { email: EMAIL, tags: 7 }, ['/tags: cannot be read']],
    [
      'what is needed in this case',
      { email: 'group@example.org' },
      ['/people: people should not be null or undefined'],
    ],
    [
      'what its own message says',
      { email: 'group@example.org', people: 1.5 },
      ['/people: people has to be whole'],
    ],
    [
      'what no text may hold',
      { email: EMAIL, seats: [{ row: 1, note: '\0' }] },
      ['/seats/0/note: must not contain NUL characters'],
    ],
  ])('refuses %s', (_what, sent, faults) => {
    expect(faultsOf(() => body(sent))).toEqual(faults);
  });

  it('refuses parameters of a query', () => {
    expect(faultsOf(() => query({ year: 'soon', month: '4' }))).toEqual([
      'month: is not known',
      'year: year must be an integer number',
    ]);
  });

  it('is never led astray by the names of what is sent', () => {
    const names = { constructor: 'x', toString: 1, valueOf: 2 };
    const sent = JSON.stringify({ email: EMAIL, anything: names, stage: { name: 'Main', seats: [names] } });
    expect(faultsOf(() => body(JSON.parse(sent)))).toEqual([
      ...Object.keys(names).map((name) => `/stage/seats/0/${name}: is not known`),
      '/stage/seats/0/row: row must be an integer number',
    ]);
    expect(faultsOf(() => body({ email: EMAIL, at: { valueOf: 1, toString: 2 } }))).toEqual([
      '/at: cannot be read',
    ]);
  });

  it('lists a hundred faults at most, and ends there', () => {
    const faults = faultsOf(() => body({ email: EMAIL, seats: Array(100_000).fill({}) }));
    expect(faults).toHaveLength(100);
    expect(faults.at(-1)).toBe('/seats/99/row: row must be an integer number');
  });
});
