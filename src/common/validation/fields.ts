import { applyDecorators, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as TypeOf } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';
import { formatInstant, parseInstant } from '../instant.js';
import { MAX_LINK, normalizeLink } from '../link.js';
import { codePoints, hasControls, isVisible } from '../text.js';

interface FieldOptions {
  description?: string;
  example?: unknown;
  optional?: boolean;
  nullable?: boolean;
}

/** Returns the fault of a value, or undefined if it is valid. */
export type Check = (value: unknown) => string | undefined;

const mustBe =
  (what: string, isOne: (value: unknown) => boolean): Check =>
  (value) =>
    isOne(value) ? undefined : `must be ${what}`;
const isText = (value: unknown) => typeof value === 'string';
const isListOf = (least: number, most: number) => (value: unknown) =>
  Array.isArray(value) && value.length >= least && value.length <= most;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The conversion of a member if it needs one, and the list or object that it may be. */
export interface Shape {
  /** Converts the value that was sent, before it is checked. */
  read?: (sent: unknown) => unknown;
  /** The member is a list in a query, of strings: comma-separated, or a repeated parameter. */
  joined?: boolean;
  /** The class of the object, or of each object in the list. */
  type?: Type;
  /** Maximum number of entries of a list. */
  most?: number;
  /** Checks an object as a whole, as it was sent. */
  whole?: Check;
  /** Checks each entry of a list: class-validator does not report which entry is invalid. */
  entry?: (entry: unknown, index: number, all: unknown[]) => string | undefined;
}

/** Declares a member of a request, with one check and the same rule in OpenAPI. */
export function Field(
  check: Check,
  api: ApiPropertyOptions | object,
  { optional = false, nullable = false, description, example }: FieldOptions = {},
  shape: Shape = {},
): PropertyDecorator {
  const { type, most, read } = shape;
  const fault = (value: unknown) => (value === undefined ? 'is required' : check(value));
  const validator = {
    validate: (value: unknown) => fault(value) === undefined,
    defaultMessage: (args?: ValidationArguments) => fault(args?.value) ?? '',
  };
  const documented = { ...api, description, example, required: !optional, ...(nullable && { nullable }) };
  return applyDecorators(
    ApiProperty(documented as ApiPropertyOptions),
    ...(read ? [Transform(({ value }) => read(value))] : []),
    ...(type ? [TypeOf(() => type), ValidateNested({ each: most !== undefined })] : []),
    ValidateIf((_dto, value) => !(optional && value === undefined) && !(nullable && value === null)),
    ValidateBy({ name: 'field', validator }, { context: shape }),
  );
}

/** A text of `min` to `max` code points (rules.md, "Everywhere"), of one line unless `lines` is set. */
interface TextOptions {
  min?: number;
  max: number;
  lines?: boolean;
  /** Requires a visible character, as in titles, tags and names. */
  visible?: boolean;
}

const NO_CONTROLS = 'must not contain control characters';
export const NO_CONTROLS_IN_LINES = `${NO_CONTROLS} other than tabs and line breaks`;

const checkText =
  ({ min = 0, max, lines, visible }: TextOptions): Check =>
  (value) => {
    if (typeof value !== 'string') return 'must be a string';
    // A code point is one or two code units, so most lengths need no counting.
    const length = value.length > max || value.length < 2 * min ? codePoints(value) : value.length;
    if (length < min || length > max) return `must have ${min} to ${max} characters`;
    if (hasControls(value, { lines })) return lines ? NO_CONTROLS_IN_LINES : NO_CONTROLS;
    return visible && !isVisible(value) ? 'must contain a visible character' : undefined;
  };

/** Trims a text, unless it has control characters: `trim` would silently drop some of them. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' && !hasControls(value, { lines: true }) ? value.trim() : value;
}

/** @param options `trim` removes surrounding white space first */
export const TextField = (options: FieldOptions & TextOptions & { trim?: boolean }) => {
  const api = { type: 'string', ...(options.min && { minLength: options.min }), maxLength: options.max };
  return Field(checkText(options), api, options, options.trim ? { read: trimmed } : {});
};

export const EnumField = (values: readonly string[], options: FieldOptions & { enumName?: string }) => {
  const check = mustBe(`one of ${values.join(', ')}`, (value) => values.includes(value as string));
  return Field(check, { type: 'string', enum: [...values], enumName: options.enumName }, options);
};

/** A text that is parsed and passed on in one form. A symbol stands for a text that cannot be parsed. */
const ParsedField =
  (read: (text: string) => string | undefined, what: string, api: object) => (options: FieldOptions) =>
    Field(mustBe(what, isText), { type: 'string', ...api }, options, {
      read: (value) => (typeof value === 'string' ? (read(value) ?? Symbol()) : value),
    });

const toInstant = (sent: unknown) => {
  const instant = typeof sent === 'string' ? parseInstant(sent) : undefined;
  return instant === undefined ? undefined : formatInstant(instant);
};
const AN_INSTANT = 'an ISO 8601 timestamp with a zone, between 1970 and 9999';

/** An instant (rules.md, "Everywhere"), passed on as ISO 8601 in UTC with milliseconds. */
export const InstantField = ParsedField(toInstant, AN_INSTANT, { format: 'date-time' });

/** A list of 1 to `most` instants, each once, passed on as `InstantField` does. */
export const InstantListField = ({ most, ...options }: FieldOptions & { most: number }) => {
  const check = mustBe(`a list of 1 to ${most} timestamps`, isListOf(1, most));
  const entry: Shape['entry'] = (sent, index, all) => {
    const instant = toInstant(sent);
    if (instant === undefined) return `must be ${AN_INSTANT}`;
    return all.findIndex((each) => toInstant(each) === instant) < index ? 'repeats an instant' : undefined;
  };
  const read = (sent: unknown) => (Array.isArray(sent) ? sent.map(toInstant) : sent);
  const api = { type: 'array', items: { type: 'string', format: 'date-time' }, minItems: 1, maxItems: most };
  return Field(check, api, options, { most, entry, read });
};

/** An http or https URL without credentials, passed on in its normalized form. */
export const UrlField = ParsedField(
  normalizeLink,
  `an http or https URL without credentials, of at most ${MAX_LINK} characters`,
  { format: 'uri', maxLength: MAX_LINK },
);

const INTEGER = { type: 'integer', format: 'int32' };

const RangeField =
  (what: string, api: object, isOne: (value: unknown) => boolean) =>
  ({ min, max, ...options }: FieldOptions & { min: number; max: number }) => {
    const isWithin = (value: unknown) => isOne(value) && (value as number) >= min && (value as number) <= max;
    const check = mustBe(`a ${what} from ${min} to ${max}`, isWithin);
    return Field(check, { ...api, minimum: min, maximum: max }, options);
  };

export const NumberField = RangeField('number', { type: 'number' }, (value) => typeof value === 'number');
export const WholeNumberField = RangeField('whole number', INTEGER, Number.isInteger);

const checkBoolean = mustBe('true or false', (value) => typeof value === 'boolean');

export const BooleanField = (options: FieldOptions) => Field(checkBoolean, { type: 'boolean' }, options);

export const BooleanParam = (options: FieldOptions) => {
  const read = (value: unknown) => ({ true: true, false: false })[String(value)] ?? value;
  return Field(checkBoolean, { type: 'boolean' }, { ...options, optional: true }, { read });
};

/** An id. A malformed id is not a fault: it matches no resource. */
export const IdField = (options: FieldOptions) =>
  Field(mustBe('a string', isText), { type: 'string' }, options);

/**
 * A list of `least` to `most` texts of one line, each with a visible character.
 * @param options `words` trims and lower-cases the texts, and removes duplicates
 */
export const TextListField = (
  options: FieldOptions & { least?: number; most: number; max: number; words?: boolean },
) => {
  const { least = 0, most, max, words } = options;
  const check = mustBe(
    `a list of ${least ? `${least} to` : 'at most'} ${most} strings`,
    isListOf(least, most),
  );
  const items = { type: 'string', minLength: 1, maxLength: max };
  const api = { type: 'array', items, ...(least > 0 && { minItems: least }), maxItems: most };
  const checkOne = checkText({ min: 1, max, visible: true });
  if (!words) return Field(check, api, options, { most, entry: checkOne });
  const read = (sent: unknown) => (Array.isArray(sent) ? [...new Set(sent.map(lowered))] : sent);
  return Field(check, api, options, { most, entry: (sent) => checkOne(lowered(sent)), read });
};

function lowered(value: unknown): unknown {
  const text = trimmed(value);
  return typeof text === 'string' ? text.toLowerCase() : text;
}

/** An integer in a query. With `clamp`, a value above `most` becomes `most`. */
export const CountParam = (
  options: FieldOptions & { min: number; most: number; clamp?: boolean; beyond?: string },
) => {
  const { min, most, clamp, beyond = `must be at most ${most}` } = options;
  const check: Check = (value) => {
    if (typeof value !== 'number' || value < min) return `must be a whole number from ${min}`;
    return value > most ? beyond : undefined;
  };
  const read = (value: unknown) => {
    if (typeof value !== 'string' || !/^\d+$/.test(value)) return value;
    return clamp ? Math.min(Number(value), most) : Number(value);
  };
  const api = { ...INTEGER, minimum: min, ...(!clamp && { maximum: most }) };
  return Field(check, api, { ...options, optional: true }, { read });
};

/** A list in a query: comma-separated, or a repeated parameter. OpenAPI can describe only one of the two. */
const ListParam = (
  what: string,
  isOne: (values: string[]) => boolean,
  api: object,
  options: FieldOptions,
  read?: (values: string[]) => string[],
) =>
  Field(
    mustBe(`${what}, separated by commas`, isOne as (value: unknown) => boolean),
    { ...api, style: 'form', explode: false },
    { ...options, optional: true },
    { read: read as Shape['read'], joined: true, most: Number.POSITIVE_INFINITY },
  );

/** Values of an enumeration, in the order of the enumeration, without duplicates. */
export const EnumListParam = (
  values: readonly string[],
  { enumName, ...options }: FieldOptions & { enumName: string },
) =>
  ListParam(
    `one or more of ${values.join(', ')}`,
    (sent) => sent.every((value) => values.includes(value)),
    { isArray: true, enum: [...values], enumName },
    options,
    (sent) => [...new Set(sent)].sort((one, other) => values.indexOf(one) - values.indexOf(other)),
  );

/** At most `most` words of at most `max` code points, sorted, without duplicates. */
export const WordListParam = ({ most, max, ...options }: FieldOptions & { most: number; max: number }) =>
  ListParam(
    `at most ${most} words of at most ${max} characters without control characters`,
    (words) => words.length <= most && words.every((word) => codePoints(word) <= max && !hasControls(word)),
    { type: 'array', items: { type: 'string', maxLength: max }, maxItems: most },
    options,
    (sent) => [...new Set(sent)].sort(),
  );

/** 1 to `most` ids, in the order sent. A malformed id counts as unknown. */
export const IdListParam = ({ most, ...options }: FieldOptions & { most: number }) =>
  ListParam(
    `1 to ${most} ids`,
    (ids) => ids.length <= most,
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: most },
    options,
  );

/** An object of the given class. `check` checks the object as a whole, as it was sent. */
export const NestedField = (type: Type, options: FieldOptions & { check?: Check } = {}) => {
  const isInstance = mustBe('an object', (value) => value instanceof type);
  return Field(isInstance, { type }, options, { type, whole: options.check });
};

/** A list of at most `most` objects of the given class. The member is declared as an array. */
export const NestedListField = (type: Type, options: FieldOptions & { most: number }) => {
  const { most } = options;
  const check = mustBe(`a list of at most ${most} objects`, isListOf(0, most));
  const entry = mustBe('an object', isObject);
  return Field(check, { type: [type], maxItems: most }, options, { type, most, entry });
};

const READ_ONLY = Symbol('readOnly');
const NONE: ReadonlySet<string> = new Set();

/** Declares members that the service assigns. A request may contain them; they are ignored (AIP-203). */
export const IgnoresReadOnly =
  (response: Type, members: readonly string[]): ClassDecorator =>
  (target) => {
    Reflect.defineMetadata(READ_ONLY, new Set(members), target);
    // OpenAPI describes each member as in the response (src/openapi/document.ts).
    const description = 'Assigned by the service. A value in a request is ignored.';
    const ignored = ApiProperty({ type: response, readOnly: true, required: false, description });
    for (const member of members) ignored(target.prototype, member);
  };
export const readOnlyOf = (dto: Type): ReadonlySet<string> => Reflect.getMetadata(READ_ONLY, dto) ?? NONE;

/** Undeclared members pass through as sent. */
export const KeepsFurtherMembers = Reflector.createDecorator<void>();
/** The request may omit its body. */
export const BodyOptional = Reflector.createDecorator<void>();
