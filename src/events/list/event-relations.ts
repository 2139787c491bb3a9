import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { discover, discoverable } from '../../common/discovery.js';
import type { NamedSql } from '../../database/statements.js';
import { RELATIONS, type Relation } from './events-query.dto.js';

/** Maximum rows of each relation. */
const MAX_ROWS = 10_000;

/** Marks a method that returns SQL of the ids of events that `:userId` has a relation with, latest first. */
export const EventRelation = discoverable<() => string, Relation>();

/** The relations of users to events, which the modules that own their tables describe. */
@Injectable()
export class EventRelations implements OnModuleInit {
  private readonly relations = new Map<Relation, string>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { method, options } of discover(this.discovery, EventRelation))
      this.relations.set(options, `(${method()} LIMIT ${MAX_ROWS})`);
    const missing = RELATIONS.filter((relation) => !this.relations.has(relation));
    if (missing.length > 0) throw new Error(`Add a method with @EventRelation for ${missing.join(', ')}.`);
  }

  @EventRelation('CREATED')
  created(): string {
    return 'SELECT id FROM events WHERE creator_id = :userId::text ORDER BY created_at DESC';
  }

  /** SQL of the ids of the events that a user has any of these relations with. */
  idsOf(userId: string, relations: Relation[]): NamedSql {
    const sql = relations.map((relation) => this.relations.get(relation)).join(' UNION ');
    return { sql, values: { userId } };
  }
}
