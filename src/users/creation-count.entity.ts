import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';

/** Kinds of creations that are limited a day; gigs are events. */
export type CreationKind = 'EVENT' | 'APPLICATION' | 'CONVERSATION';

/** How much of a kind a user has created in an hour. */
@Entity('creation_counts')
@Purged('hour < floor(extract(epoch FROM now()) / 3600)::integer - 48')
@Check('creation_counts_kind_check', `kind IN ('EVENT', 'APPLICATION', 'CONVERSATION')`)
@Index('creation_counts_hour_idx', ['hour', 'userId', 'kind'])
export class CreationCountEntity {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'creation_counts_pkey' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'creation_counts_pkey' })
  kind: CreationKind;

  /** Hours since the epoch */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'creation_counts_pkey' })
  hour: number;

  @Column('integer')
  count: number;
}
