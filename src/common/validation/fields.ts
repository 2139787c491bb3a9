import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as TypeOf } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, type ValidationArguments } from 'class-validator';
import { formatInstant, parseInstant } from '../instant.js';
import { linkOf, MAX_LINK } from '../link.js';
import { codePoints, hasControls, isVisible, type TextKind } from '../text.js';

/** The options of every field. */
export interface FieldOptions {
  description?: string;
  example?: unknown;
  optional?: boolean;
  nullable?: boolean;
}

/** Says what is wrong with a value; undefined where nothing is. */
export type Check = (value: unknown) => string | undefined;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const READ_ONLY = Symbol('readOnly');
const OPEN = Symbol('open');
const BODY_OPTIONAL = Symbol('bodyOptional');

/** What a member holds where it is not one plain value. */
export interface Shape {
  /** Makes what the service works with of what was sent. It takes any value. */
  read?: (sent: unknown) => unknown;
  /** It is a list in a query: its values are joined by commas, or the parameter is repeated. */
  joined?: boolean;
  /** The class of the object, or of each object of the list. */
  type?: Type;
  /** How many entries the list has at most. Undefined: it is no list. */
  most?: number;
  /** The rules for an object as a whole, as it was sent. */
  whole?: Check;
  /** The rules for each entry of a list. class-validator does not say which entry is wrong. */
  entry?: Check;
}

/**
 * A member of a request, with one check, and the same rule for the document. A list or an object needs a
 * shape.
 */
export function Field(
  check: Check,
  api: ApiPropertyOptions,
  { optional = false, nullable = false, ...described }: FieldOptions = {},
  shape: Shape = {},
): PropertyDecorator {
  const { type, most, read } = shape;
  const fault = (value: unknown) => (value === undefined ? 'is required' : check(value));
  const validator = {
    validate: (value: unknown) => fault(value) === undefined,
    defaultMessage: (args?: ValidationArguments) => fault(args?.value) ?? '',
  };
  return applyDecorators(
    ApiProperty({
      ...api,
      ...described,
      required: !optional,
      ...(nullable && { nullable }),
    } as ApiPropertyOptions),
    ...(read ? [Transform(({ value }) => read(value))] : []),
    ...(type ? [TypeOf(() => type), ValidateNested({ each: most !== undefined })] : []),
    ValidateIf((_dto, value) => !(optional && value === undefined) && !(nullable && value === null)),
    ValidateBy({ name: 'field', validator }, { context: shape }),
  );
}

/** The kind of a text (rules.md, "Everywhere"): one line by default. */
interface TextOptions extends TextKind {
  /** It is a title, a tag or a name, so it needs a visible character. */
  visible?: boolean;
}

export const NO_CONTROLS = 'must not contain control characters';
export const NO_CONTROLS_IN_LINES = `${NO_CONTROLS} other than tabs and line breaks`;

function checkText(min: number, max: number, { lines = false, visible = false }: TextOptions): Check {
  return (value) => {
    if (typeof value !== 'string') return 'must be a string';
    // A code point is one or two code units, so most lengths are settled without counting.
    const length = value.length > max || value.length < 2 * min ? codePoints(value) : value.length;
    if (length < min || length > max) return `must have ${min} to ${max} characters`;
    if (hasControls(value, { lines })) return lines ? NO_CONTROLS_IN_LINES : NO_CONTROLS;
    return visible && !isVisible(value) ? 'must contain a visible character' : undefined;
  };
}

/** The text without white space around it. `trim` would drop control characters silently. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' && !hasControls(value, { lines: true }) ? value.trim() : value;
}

/** A text of `min` to `max` code points. `trim` cuts the white space around it first. */
export function TextField({
  min = 0,
  max,
  trim = false,
  lines,
  visible,
  ...options
}: FieldOptions & TextOptions & { min?: number; max: number; trim?: boolean }): PropertyDecorator {
  const check = checkText(min, max, { lines, visible });
  const shape = trim ? { read: trimmed } : {};
  return Field(check, { type: 'string', ...(min > 0 && { minLength: min }), maxLength: max }, options, shape);
}

export function EnumField(
  values: readonly string[],
  { enumName, ...options }: FieldOptions & { enumName?: string },
): PropertyDecorator {
  const check: Check = (value) =>
    values.includes(value as string) ? undefined : `must be one of ${values.join(', ')}`;
  return Field(check, { type: 'string', enum: [...values], enumName } as ApiPropertyOptions, options);
}

/** Stands for a value that could not be read. */
const UNREADABLE = Symbol('unreadable');

/** A text that is read once, and passed on in one form. @param read answers undefined where it cannot */
function ReadField(
  read: (value: unknown) => string | undefined,
  fault: string,
  api: ApiPropertyOptions,
  options: FieldOptions,
): PropertyDecorator {
  const check: Check = (value) => (typeof value === 'string' ? undefined : fault);
  return Field(check, { type: 'string', ...api } as ApiPropertyOptions, options, {
    read: (value) => (value === null ? null : (read(value) ?? UNREADABLE)),
  });
}

/** An instant (rules.md, "Everywhere"), passed on as ISO 8601 in UTC with milliseconds. */
export const InstantField = (options: FieldOptions): PropertyDecorator =>
  ReadField(
    (value) => {
      const instant = typeof value === 'string' ? parseInstant(value) : undefined;
      return instant === undefined ? undefined : formatInstant(instant);
    },
    'must be an ISO 8601 timestamp with a zone, between 1970 and 9999',
    { format: 'date-time' },
    options,
  );

/** An http or https URL without credentials, passed on as the URL parser writes it. */
export const UrlField = (options: FieldOptions): PropertyDecorator =>
  ReadField(
    linkOf,
    `must be an http or https URL without credentials, of at most ${MAX_LINK} characters`,
    { format: 'uri', maxLength: MAX_LINK },
    options,
  );

type RangeOptions = FieldOptions & { min: number; max: number };

function RangeField(
  kind: string,
  isOne: (value: unknown) => boolean,
  api: object,
  { min, max, ...options }: RangeOptions,
) {
  const check: Check = (value) =>
    isOne(value) && (value as number) >= min && (value as number) <= max
      ? undefined
      : `must be a ${kind} from ${min} to ${max}`;
  return Field(check, { ...api, minimum: min, maximum: max } as ApiPropertyOptions, options);
}

export const NumberField = (options: RangeOptions): PropertyDecorator =>
  RangeField('number', (value) => typeof value === 'number', { type: 'number' }, options);

export const WholeNumberField = (options: RangeOptions): PropertyDecorator =>
  RangeField('whole number', Number.isInteger, { type: 'integer', format: 'int32' }, options);

/** The id of something. One that is malformed is the id of nothing, which is no fault of the request. */
export function IdField(options: FieldOptions): PropertyDecorator {
  const check: Check = (value) => (typeof value === 'string' ? undefined : 'must be a string');
  return Field(check, { type: 'string' }, options);
}

/** A list of `least` to `most` texts of one line, each with a visible character. */
export function TextListField({
  least = 0,
  most,
  max,
  ...options
}: FieldOptions & { least?: number; most: number; max: number }): PropertyDecorator {
  const howMany = least > 0 ? `${least} to ${most}` : `at most ${most}`;
  const check: Check = (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most
      ? undefined
      : `must be a list of ${howMany} strings`;
  const items = { type: 'string', minLength: 1, maxLength: max };
  const size = { ...(least > 0 && { minItems: least }), maxItems: most };
  const entry = checkText(1, max, { visible: true });
  return Field(check, { type: 'array', items, ...size } as ApiPropertyOptions, options, { most, entry });
}

/** A whole number in a query. With `clamp`, more than `most` counts as `most`. */
export function CountParam({
  min,
  most,
  clamp = false,
  beyond,
  ...options
}: FieldOptions & { min: number; most: number; clamp?: boolean; beyond?: string }): PropertyDecorator {
  const check: Check = (value) => {
    if (typeof value !== 'number' || value < min) return `must be a whole number from ${min}`;
    return value > most ? (beyond ?? `must be at most ${most}`) : undefined;
  };
  const read = (value: unknown) => {
    if (typeof value !== 'string' || !/^\d+$/.test(value)) return value;
    return clamp ? Math.min(Number(value), most) : Number(value);
  };
  const maximum = clamp ? {} : { maximum: most };
  const api = { type: 'integer', format: 'int32', minimum: min, ...maximum } as const;
  return Field(check, api, { ...options, optional: true }, { read });
}

/** An object of the given class. `check` has the rules for the object as a whole, as it was sent. */
export function NestedField(
  type: Type,
  { check, ...options }: FieldOptions & { check?: Check } = {},
): PropertyDecorator {
  const isRead: Check = (value) => (value instanceof type ? undefined : 'must be an object');
  return Field(isRead, { type } as ApiPropertyOptions, options, { type, whole: check });
}

/** A list of at most `most` objects of the given class. The member is declared as an array. */
export function NestedListField(
  type: Type,
  { most, ...options }: FieldOptions & { most: number },
): PropertyDecorator {
  const isList: Check = (value) =>
    Array.isArray(value) && value.length <= most ? undefined : `must be a list of at most ${most} objects`;
  const entry: Check = (value) => (isObject(value) ? undefined : 'must be an object');
  return Field(isList, { type: [type], maxItems: most }, options, { type, most, entry });
}

/** Members that the service assigns. A request may have them, and they change nothing (Google AIP-203). */
export function IgnoresReadOnly(response: Type, members: readonly string[]): ClassDecorator {
  return (target) => {
    Reflect.defineMetadata(READ_ONLY, new Set(members), target);
    for (const member of members) {
      // The document has the member as the response has it (src/openapi/document.ts).
      ApiProperty({
        type: response,
        readOnly: true,
        required: false,
        description: 'Assigned by the service. A value in a request is ignored.',
      })(target.prototype, member);
    }
  };
}

export function readOnlyOf(dto: Type): ReadonlySet<string> {
  return Reflect.getMetadata(READ_ONLY, dto) ?? new Set();
}

/** Members that are not declared are kept as sent. */
export const KeepsFurtherMembers = (): ClassDecorator => (target) =>
  Reflect.defineMetadata(OPEN, true, target);
export const keepsFurtherMembers = (dto: Type): boolean => Reflect.hasMetadata(OPEN, dto);

/** The request may come without a body. */
export const BodyOptional = (): ClassDecorator => (target) =>
  Reflect.defineMetadata(BODY_OPTIONAL, true, target);
export const bodyIsOptional = (dto: Type): boolean => Reflect.hasMetadata(BODY_OPTIONAL, dto);
