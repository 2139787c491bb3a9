import { createRequire } from 'node:module';
import type { Type } from '@nestjs/common';
import { TransformationType } from 'class-transformer';
import type { MetadataStorage as TransformStorage } from 'class-transformer/types/MetadataStorage.js';
import { getMetadataStorage, type ValidationArguments, ValidationTypes } from 'class-validator';

type ValidationMetadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

// Where class-transformer keeps what `@Transform` declares: it has no other way to ask.
const { defaultMetadataStorage: transforms } = createRequire(import.meta.url)(
  'class-transformer/cjs/storage.js',
) as { defaultMetadataStorage: TransformStorage };

/** One member of a request class. */
export interface Member {
  /** Turns what was sent into what the service works with, by its `@Transform`s. */
  read(sent: unknown, request: object): unknown;
  /** What is wrong with a value, by the decorators of class-validator; undefined where nothing is. */
  fault(value: unknown, request: object): string | undefined;
}

const compiled = new Map<Type, ReadonlyMap<string, Member>>();

/**
 * The members of a request class. What its decorators declare is looked up once: class-transformer and class-validator
 * would collect it again for every request, which costs more than the checks.
 * @throws Error for a kind of rule that is not one check of one value (`@ValidateNested` and the like)
 */
export function membersOf(dto: Type): ReadonlyMap<string, Member> {
  let members = compiled.get(dto);
  if (!members) {
    const declared = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    const names = [...new Set(declared.map(({ propertyName }) => propertyName))];
    members = new Map(names.map((name) => [name, compile(dto, name, declared)]));
    compiled.set(dto, members);
  }
  return members;
}

function compile(dto: Type, property: string, declared: ValidationMetadata[]): Member {
  const { PLAIN_TO_CLASS } = TransformationType;
  const steps = transforms.findTransformMetadatas(dto, property, PLAIN_TO_CLASS);
  const rules = declared.filter(({ propertyName }) => propertyName === property);
  const conditions = rules.filter(isCondition).map(({ constraints: [holds] }) => holds);
  const checks = rules.filter((rule) => !isCondition(rule)).map(checkOf);
  return {
    read: (sent, obj) =>
      steps.reduce(
        (value, { transformFn }) =>
          transformFn({ value, key: property, obj, type: PLAIN_TO_CLASS, options: {} }),
        sent,
      ),
    fault: (value, object) => {
      if (!conditions.every((holds) => holds(object, value))) return undefined;
      const args = { targetName: dto.name, property, object, value, constraints: [] };
      for (const check of checks) {
        const fault = check(args);
        if (fault !== undefined) return fault;
      }
      return undefined;
    },
  };
}

function isCondition({ type }: ValidationMetadata): boolean {
  return type === ValidationTypes.CONDITIONAL_VALIDATION;
}

function checkOf(rule: ValidationMetadata): (args: ValidationArguments) => string | undefined {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
  if (rule.type !== ValidationTypes.CUSTOM_VALIDATION || !constraint || constraint.async)
    throw new Error(`${rule.propertyName} has a rule of an unsupported kind: ${rule.type}`);
  const { instance } = constraint;
  return (args) => {
    const full = { ...args, constraints: rule.constraints };
    if (instance.validate(args.value, full)) return undefined;
    const message = rule.message || instance.defaultMessage?.(full) || 'is not valid';
    return typeof message === 'function' ? message(full) : filledIn(message, full);
  };
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
