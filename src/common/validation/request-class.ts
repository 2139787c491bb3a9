import type { Type } from '@nestjs/common';
import { getMetadataStorage, type ValidationArguments, ValidationTypes } from 'class-validator';
import { transformsOf, typeOf } from './class-transformer.internals.js';

type Rule = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** Says what is wrong with the value of a member; undefined where nothing is. */
type Check = (args: ValidationArguments) => string | undefined;

const { CONDITIONAL_VALIDATION, CUSTOM_VALIDATION, IS_DEFINED, NESTED_VALIDATION, WHITELIST } =
  ValidationTypes;
/** Rules that say more than whether a value is right, or nothing. */
const UNCHECKED = new Set([CONDITIONAL_VALIDATION, NESTED_VALIDATION, WHITELIST]);

/** A request class whose object a member holds, or a list of its objects. */
export interface Nested {
  type: Type;
  isList: boolean;
}

/** What is wrong with a member as a whole, or with the entry of a list at `index`. */
export interface MemberFault {
  detail: string;
  index?: number;
}

/** One member of a request class. */
export interface Member {
  nested?: Nested;
  /** Turns what was sent into what the service works with, by `@Type` and `@Transform`. It may throw. */
  read(sent: unknown, request: object): unknown;
  /** The first fault of a value, by the decorators of class-validator; else the first of each entry, by those with `each`. */
  faults(value: unknown, request: object): readonly MemberFault[];
}

const NONE: readonly MemberFault[] = [];

const compiled = new Map<Type, ReadonlyMap<string, Member>>();

/**
 * The members of a request class. What its decorators declare is looked up once: class-transformer and class-validator
 * would collect it again for every request, which costs more than the checks.
 * @throws Error for a rule that cannot be kept at once, such as one that waits for a promise
 */
export function membersOf(dto: Type): ReadonlyMap<string, Member> {
  let members = compiled.get(dto);
  if (!members) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    const names = new Set(rules.map(({ propertyName }) => propertyName));
    members = new Map([...names].map((name) => [name, compile(dto, name, rules)]));
    compiled.set(dto, members);
  }
  return members;
}

/** What `@Type` makes of a value that is no object of a request class. */
const CONVERSIONS = new Map<unknown, (value: never) => unknown>([
  [String, String],
  [Number, Number],
  [Boolean, Boolean],
  [Date, (value: string) => new Date(value)],
]);

function compile(dto: Type, property: string, all: Rule[]): Member {
  const rules = all.filter(({ propertyName }) => propertyName === property);
  const declared = typeOf(dto, property);
  const convert = CONVERSIONS.get(declared?.type) as ((value: unknown) => unknown) | undefined;
  const nested = declared && !convert ? declared : undefined;
  const transforms = transformsOf(dto, property);
  const conditions = rules.filter(isCondition).map(({ constraints: [holds] }) => holds);
  const checked = rules.filter(({ type }) => !UNCHECKED.has(type));
  const checks = checked.filter(({ each }) => !each).map(checkOf);
  const entryChecks = checked.filter(({ each }) => each).map(checkOf);
  const nesting = rules.find(({ type }) => type === NESTED_VALIDATION);
  if (nesting && !nested) throw new Error(`${dto.name}.${property} needs @Type beside @ValidateNested.`);
  if (nested) checks.push(checkNested(nested.isList));
  const first = (asked: Check[], value: unknown, object: object) => {
    const args = { targetName: dto.name, property, object, value, constraints: [] };
    for (const check of asked) {
      const detail = check(args);
      if (detail !== undefined) return detail;
    }
    return undefined;
  };
  return {
    nested,
    read: (sent, request) =>
      transforms.reduce(
        (value, transform) => transform(value, request),
        convert ? converted(sent, convert) : sent,
      ),
    faults: (value, object) => {
      if (!conditions.every((holds) => holds(object, value))) return NONE;
      const isList = Array.isArray(value);
      const detail = first(checks, value, object) ?? (isList ? undefined : first(entryChecks, value, object));
      if (detail !== undefined) return [{ detail }];
      if (!isList || entryChecks.length === 0) return NONE;
      return value.flatMap((entry, index) => {
        const detail = first(entryChecks, entry, object);
        return detail === undefined ? [] : [{ detail, index }];
      });
    },
  };
}

function converted(value: unknown, convert: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => converted(member, convert));
  return value === null || value === undefined ? value : convert(value);
}

const isCondition = ({ type }: Rule) => type === CONDITIONAL_VALIDATION;

function checkOf({ type, propertyName, constraintCls, constraints, message, validateIf }: Rule): Check {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(constraintCls);
  if (![CUSTOM_VALIDATION, IS_DEFINED].includes(type) || !constraint || constraint.async)
    throw new Error(`${propertyName} has a rule of an unsupported kind: ${type}`);
  const { instance } = constraint;
  return (request) => {
    const { object, value } = request;
    if (validateIf && !validateIf(object, value)) return undefined;
    const args = { ...request, constraints };
    if (instance.validate(value, args)) return undefined;
    const said = message || instance.defaultMessage?.(args) || 'is not valid';
    return typeof said === 'function' ? said(args) : filledIn(said, args);
  };
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list are checked as they are read. */
function checkNested(isList: boolean): Check {
  return isList
    ? ({ value }) => (Array.isArray(value) ? undefined : 'must be a list')
    : ({ value }) => (isObject(value) ? undefined : 'must be an object');
}

/** A message of class-validator with its tokens replaced. */
function filledIn(
  message: string,
  { property, targetName, value, constraints }: ValidationArguments,
): string {
  const tokens: Record<string, unknown> = { property, target: targetName, value };
  return message.replace(/\$(?:constraint(\d+)|(property|target|value))/g, (_, index, name) =>
    String(index ? constraints[index - 1] : tokens[name]),
  );
}
