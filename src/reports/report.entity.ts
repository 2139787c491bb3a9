import { ApiProperty } from '@nestjs/swagger';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';
import { UserId } from '../users/user.entity.js';

export const REPORT_REASONS = ['SPAM', 'OFFENSIVE', 'WRONG', 'DANGEROUS', 'OTHER'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** A report of an event by a user. It outlives the event, so it has no foreign key to it. */
@Entity('reports')
@Purged(`event_deleted_at < now() - interval '90 days'`)
@Check('reports_reason_check', `reason IN ('${REPORT_REASONS.join("', '")}')`)
@Index('reports_created_at_idx', ['createdAt', 'id'])
@Index('reports_reporter_id_created_at_idx', ['reporterId', 'createdAt', 'id'])
@Index('reports_event_deleted_at_idx', ['eventDeletedAt', 'id'], { where: 'event_deleted_at IS NOT NULL' })
export class ReportEntity {
  /** UUIDv7 */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d1a' })
  @Column('uuid')
  id: string;

  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'reports_pkey' })
  eventId: string;

  /** The title when it was reported. */
  @Column('text', { name: 'event_title' })
  eventTitle: string;

  @UserId({ exemption: 'The report belongs to its reporter. The operator needs the creator of the event.' })
  @Column('text', { name: 'event_creator', nullable: true })
  eventCreator: string | null;

  @UserId()
  @PrimaryColumn('text', { name: 'reporter_id', primaryKeyConstraintName: 'reports_pkey' })
  reporterId: string;

  @ApiProperty({ enum: REPORT_REASONS, enumName: 'ReportReason', example: 'SPAM' })
  @Column('text')
  reason: ReportReason;

  @ApiProperty({ type: 'string', maxLength: 1000, nullable: true, example: 'It sells watches.' })
  @Column('text', { nullable: true })
  message: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  /** Null while the event exists. */
  @Column({ type: 'timestamptz', name: 'event_deleted_at', precision: 3, nullable: true })
  eventDeletedAt: Date | null;
}
