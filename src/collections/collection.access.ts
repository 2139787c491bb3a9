import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import { CollectionsService, type StoredCollection } from './collections.service.js';

/** A private collection is its owner's alone, for everyone else there is none; a public one everyone may see. */
@Injectable()
export class CollectionAccess implements AccessPolicy<StoredCollection> {
  constructor(private readonly collections: CollectionsService) {}

  find(id: string): Promise<StoredCollection | undefined> {
    return this.collections.find(id);
  }

  maySee(collection: StoredCollection, caller: Caller): boolean {
    return collection.visibility === 'PUBLIC' || collection.ownerId === caller.id;
  }

  refusal(collection: StoredCollection, caller: Caller): ProblemCode | undefined {
    return collection.ownerId === caller.id ? undefined : 'NOT_OWNER';
  }
}
