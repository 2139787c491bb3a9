import type { ApiPropertyOptions } from '@nestjs/swagger';
import { codePoints, hasControls } from '../text.js';
import { type Check, Field, type FieldOptions, NO_CONTROLS } from './fields.js';

/** How OpenAPI says that a list is one parameter, its values separated by commas. */
const WITH_COMMAS = { style: 'form', explode: false };

type Described = Pick<FieldOptions, 'description' | 'example'>;

/** A list in a query: its values are separated by commas, or the parameter is repeated. @param read makes the list of them */
function ListParam(
  read: (values: string[]) => string[],
  check: (values: string[]) => string | undefined,
  api: object,
  options: Described,
): PropertyDecorator {
  const checkList: Check = (value) => (Array.isArray(value) ? check(value) : 'must be text');
  const split = (value: unknown) => (typeof value === 'string' ? read(value.split(',')) : value);
  const shape = { read: split, joined: true };
  const described = { ...api, ...WITH_COMMAS } as ApiPropertyOptions;
  return Field(checkList, described, { ...options, optional: true }, shape);
}

/** Some words of a closed list. Each counts once, and their order means nothing. */
export function EnumListParam(
  values: readonly string[],
  { enumName, ...options }: Described & { enumName: string },
): PropertyDecorator {
  return ListParam(
    (sent) => [...new Set(sent)].sort((one, other) => values.indexOf(one) - values.indexOf(other)),
    (sent) =>
      sent.every((value) => values.includes(value))
        ? undefined
        : `must be one or more of ${values.join(', ')}, separated by commas`,
    { isArray: true, enum: [...values], enumName },
    options,
  );
}

/** At most `most` words of at most `max` code points. Each counts once, and their order means nothing. */
export function WordListParam({
  most,
  max,
  ...options
}: Described & { most: number; max: number }): PropertyDecorator {
  return ListParam(
    (sent) => [...new Set(sent)].sort(),
    (words) => {
      if (words.length > most || words.some((word) => codePoints(word) > max))
        return `must be at most ${most} words of at most ${max} characters, separated by commas`;
      return words.some((word) => hasControls(word)) ? NO_CONTROLS : undefined;
    },
    { type: 'array', items: { type: 'string', maxLength: max }, maxItems: most },
    options,
  );
}

/** 1 to `most` ids, in an order that counts. One that nothing can have is an unknown one. */
export function IdListParam({ most, ...options }: Described & { most: number }): PropertyDecorator {
  return ListParam(
    (ids) => ids,
    (ids) => (ids.length <= most ? undefined : `must be 1 to ${most} ids, separated by commas`),
    { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: most },
    options,
  );
}
