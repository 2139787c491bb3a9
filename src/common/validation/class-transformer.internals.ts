import { createRequire } from 'node:module';
import type { Type } from '@nestjs/common';
import { TransformationType, type TypeHelpOptions } from 'class-transformer';
import type { MetadataStorage } from 'class-transformer/types/MetadataStorage.js';

const { PLAIN_TO_CLASS } = TransformationType;

/**
 * Where class-transformer keeps what its decorators declare. Its `plainToInstance` takes three times as long, and calls
 * what a request names `constructor`.
 */
const { defaultMetadataStorage: storage } = createRequire(import.meta.url)(
  'class-transformer/cjs/storage.js',
) as { defaultMetadataStorage: MetadataStorage };

/** The functions of a member's `@Transform`s, in their order. */
export function transformsOf(dto: Type, key: string): ((value: unknown, request: object) => unknown)[] {
  return storage.findTransformMetadatas(dto, key, PLAIN_TO_CLASS).map(
    ({ transformFn }) =>
      (value, obj) =>
        transformFn({ value, key, obj, type: PLAIN_TO_CLASS, options: {} }),
  );
}

/**
 * What a member's `@Type` says, and whether the member is a list of these.
 * @throws Error where more is declared than that: a request is read without it
 */
export function typeOf(dto: Type, key: string): { type: Type; isList: boolean } | undefined {
  const declared = storage.findTypeMetadata(dto, key);
  if (
    declared?.options?.discriminator ||
    storage.findExcludeMetadata(dto, key) ||
    storage.findExposeMetadata(dto, key)
  )
    throw new Error(
      `${dto.name}.${key} has a discriminator, @Exclude or @Expose, which requests cannot have.`,
    );
  if (!declared) return undefined;
  const { typeFunction, reflectedType } = declared;
  return {
    type: (typeFunction?.({ property: key } as TypeHelpOptions) ?? reflectedType) as Type,
    isList: reflectedType === Array,
  };
}
