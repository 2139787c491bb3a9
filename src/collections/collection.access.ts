import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import type { CollectionEntity } from './collection.entity.js';
import { CollectionsService, isReadableBy } from './collections.service.js';

/** Everyone may see a public collection. A private one exists for its owner alone. */
@Injectable()
export class CollectionAccess implements AccessPolicy<CollectionEntity> {
  constructor(private readonly collections: CollectionsService) {}

  find(id: string): Promise<CollectionEntity | null> {
    return this.collections.find(id);
  }

  maySee(collection: CollectionEntity, caller: Caller): boolean {
    return isReadableBy(caller.id, collection);
  }

  refusal(collection: CollectionEntity, caller: Caller): ProblemCode | undefined {
    return collection.ownerId === caller.id ? undefined : 'NOT_OWNER';
  }
}
