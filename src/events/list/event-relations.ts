import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { discover, discoverable } from '../../common/discovery.js';
import type { NamedSql } from '../../database/statements.js';
import { RELATIONS, type Relation } from './events-query.dto.js';

/** Maximum rows of each relation. */
const MAX_ROWS = 10_000;

/** SQL of the ids of the events that `:userId` has a relation with, latest first, by the relation. */
type Described = Partial<Record<Relation, string>>;
/** Marks a method that describes the relations in a table of its module. */
export const DescribesRelations = discoverable<() => Described>();

/** The relations of users to events, which the modules that own their tables describe. */
@Injectable()
export class EventRelations implements OnModuleInit {
  private readonly relations: Described = {};

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { method } of discover(this.discovery, DescribesRelations))
      Object.assign(this.relations, method());
    const missing = RELATIONS.filter((relation) => !this.relations[relation]);
    if (missing.length > 0)
      throw new Error(`Add a method with @DescribesRelations for ${missing.join(', ')}.`);
  }

  @DescribesRelations()
  created() {
    return { CREATED: 'SELECT id FROM events WHERE creator_id = :userId::text ORDER BY created_at DESC' };
  }

  /** SQL of the ids of the events that a user has any of these relations with. */
  idsOf(userId: string, relations: Relation[]): NamedSql {
    const each = relations.map((relation) => `(${this.relations[relation]} LIMIT ${MAX_ROWS})`);
    return { sql: each.join(' UNION '), values: { userId } };
  }
}
