import { codePoints, hasControls } from '../text.js';
import { type Check, Field, type FieldOptions, NO_CONTROLS } from './fields.js';

type Described = Pick<FieldOptions, 'description' | 'example'>;

/**
 * A list in a query: its values are separated by commas, or the parameter is repeated. OpenAPI can say but one of them.
 * @param read puts the values into the order that counts
 */
const ListParam = (
  read: (values: string[]) => string[],
  check: (values: string[]) => string | undefined,
  api: object,
  options: Described,
): PropertyDecorator =>
  Field(
    check as Check,
    { ...api, style: 'form', explode: false },
    { ...options, optional: true },
    { read: read as (sent: unknown) => string[], joined: true, most: Number.POSITIVE_INFINITY },
  );

/** Some words of a closed list. Each counts once, and their order means nothing. */
export const EnumListParam = (
  values: readonly string[],
  { enumName, ...options }: Described & { enumName: string },
): PropertyDecorator =>
  ListParam(
    (sent) => [...new Set(sent)].sort((one, other) => values.indexOf(one) - values.indexOf(other)),
    (sent) =>
      sent.every((value) => values.includes(value))
        ? undefined
        : `must be one or more of ${values.join(', ')}, separated by commas`,
    { isArray: true, enum: [...values], enumName },
    options,
  );

/** At most `most` words of at most `max` code points. Each counts once, and their order means nothing. */
export const WordListParam = (options: Described & { most: number; max: number }): PropertyDecorator => {
  const { most, max } = options;
  const check = (words: string[]) => {
    if (words.length > most || words.some((word) => codePoints(word) > max))
      return `must be at most ${most} words of at most ${max} characters, separated by commas`;
    return words.some((word) => hasControls(word)) ? NO_CONTROLS : undefined;
  };
  const api = { type: 'array', items: { type: 'string', maxLength: max }, maxItems: most };
  return ListParam((sent) => [...new Set(sent)].sort(), check, api, options);
};

/** 1 to `most` ids, in an order that counts. One that nothing can have is an unknown one. */
export const IdListParam = ({ most, ...options }: Described & { most: number }): PropertyDecorator =>
  ListParam(
    (ids) => ids,
    (ids) => (ids.length <= most ? undefined : `must be 1 to ${most} ids, separated by commas`),
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: most },
    options,
  );
