import { Exclude, Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
  ValidatePromise,
} from 'class-validator';
import { TextField } from './fields.js';
import { membersOf } from './request-class.js';

class Base {
  @TextField({ min: 2, max: 5, trim: true })
  name: string;
}

class Request extends Base {
  @Matches(/^\d+$/, { message: 'is no number' })
  @TextField({ optional: true, max: 3 })
  code?: string;

  @IsOptional()
  @IsInt()
  @Max(10, { message: ({ value }) => `${value} is too many` })
  @Min(-2)
  @Transform(({ value }) => value * 2)
  count?: number;

  @ArrayMaxSize(3)
  @IsInt({ each: true })
  @Max(10, { each: true, message: ({ value }) => `${value} is too many` })
  @IsOptional()
  counts?: number[];
}

const faults = (name: keyof Request, value: unknown) =>
  membersOf(Request)
    .get(name)!
    .faults(value, { [name]: value });

describe('the members of a request class', () => {
  it('are those of its ancestors too', () => {
    expect([...membersOf(Request).keys()].sort()).toEqual(['code', 'count', 'counts', 'name']);
  });

  it('are read by their transforms', () => {
    expect(membersOf(Request).get('name')!.read('  Ann ', {})).toBe('Ann');
    expect(membersOf(Request).get('count')!.read(4, {})).toBe(8);
    expect(membersOf(Request).get('code')!.read(' 1 ', {})).toBe(' 1 ');
  });

  it.each([
    ['name', 'Ann', undefined],
    ['name', undefined, 'is required'],
    ['name', 'A', 'must have 2 to 5 characters'],
    ['code', undefined, undefined],
    ['code', '12', undefined],
    ['code', '1x', 'is no number'],
    ['count', undefined, undefined],
    ['count', 7, undefined],
    ['count', 11, '11 is too many'],
    ['count', -3, 'count must not be less than -2'],
    ['count', 1.5, 'count must be an integer number'],
  ] as const)('hold %s = %j to their rules', (name, value, expected) => {
    expect(faults(name, value)).toEqual(expected === undefined ? [] : [{ detail: expected }]);
  });

  it.each<[unknown, { detail: string; index?: number }[]]>([
    [undefined, []],
    [[1, 10], []],
    [[1, 2, 3, 11], [{ detail: 'counts must contain no more than 3 elements' }]],
    [
      [11, 2, 1.5],
      [
        { detail: '11 is too many', index: 0 },
        { detail: 'each value in counts must be an integer number', index: 2 },
      ],
    ],
  ])('hold each entry of %j to its rules, where the list is right', (value, expected) => {
    expect(faults('counts', value)).toEqual(expected);
  });

  it('are refused at once where they cannot be kept', () => {
    class Nested {
      @ValidateNested()
      inner: Request;
    }
    class Late {
      @ValidatePromise()
      name: Promise<string>;
    }
    class Hidden {
      @Exclude()
      @IsInt()
      count: number;
    }
    expect(() => membersOf(Nested)).toThrow('Nested.inner needs @Type beside @ValidateNested.');
    expect(() => membersOf(Late)).toThrow('name has a rule of an unsupported kind: promiseValidation');
    expect(() => membersOf(Hidden)).toThrow(/Hidden.count has a discriminator, @Exclude or @Expose/);
  });
});
