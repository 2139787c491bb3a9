import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import { CollectionsService, isReadableBy, type StoredCollection } from './collections.service.js';

/** Everyone may see a public collection. A private one exists for its owner alone. */
@Injectable()
export class CollectionAccess implements AccessPolicy<StoredCollection> {
  constructor(private readonly collections: CollectionsService) {}

  find(id: string): Promise<StoredCollection | undefined> {
    return this.collections.find(id);
  }

  maySee(collection: StoredCollection, caller: Caller): boolean {
    return isReadableBy(caller.id, collection);
  }

  refusal(collection: StoredCollection, caller: Caller): ProblemCode | undefined {
    return collection.ownerId === caller.id ? undefined : 'NOT_OWNER';
  }
}
