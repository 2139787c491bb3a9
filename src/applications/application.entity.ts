import { ApiProperty } from '@nestjs/swagger';
import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type Relation,
  UpdateDateColumn,
} from 'typeorm';
import { InstantField, TextField } from '../common/validation/fields.js';
import { EventEntity } from '../events/event.entity.js';
import { UserId } from '../users/user.entity.js';
import { APPLICATION_STATUSES, type ApplicationStatus } from './application-status.js';

/** SQL like `nextSavers` of the users who were accepted for the gig of a `mark` when it was claimed. */
export const nextAccepted = (users: number) => `
  SELECT a.applicant_id AS id FROM applications a
  WHERE a.gig_id = mark.event_id AND a.status = 'ACCEPTED' AND a.updated_at <= mark.claimed_at
    AND a.applicant_id > mark.reached ORDER BY a.applicant_id LIMIT ${users} FOR KEY SHARE SKIP LOCKED`;

/** A user's application to a gig, as stored and returned. Deleting the gig deletes it. */
@Entity('applications')
@Check('applications_status_check', `status IN ('PENDING', 'ACCEPTED', 'REJECTED')`)
@Index('applications_gig_id_applicant_id_key', ['gigId', 'applicantId'], { unique: true })
@Index('applications_gig_id_created_at_idx', ['gigId', 'createdAt', 'id'])
@Index('applications_applicant_id_created_at_idx', ['applicantId', 'createdAt', 'id'])
@Index('applications_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
@Index('applications_owner_id_status_created_at_idx', ['ownerId', 'status', 'createdAt', 'id', 'gigId'])
export class ApplicationEntity {
  /** UUIDv7 */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d12' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'applications_pkey' })
  id: string;

  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  @PrimaryColumn('uuid', { name: 'gig_id', primaryKeyConstraintName: 'applications_pkey' })
  gigId: string;

  @ManyToOne(() => EventEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'gig_id', foreignKeyConstraintName: 'applications_gig_id_fkey' })
  gig?: Relation<EventEntity>;

  @UserId()
  @ApiProperty({ maxLength: 255, example: 'bob' })
  @Column('text', { name: 'applicant_id' })
  applicantId: string;

  @TextField({
    ...{ max: 5000, lines: true, nullable: true },
    description: 'A cover note.',
    example: 'I have done stage work.',
  })
  @Column('text', { nullable: true })
  message: string | null;

  @TextField({
    ...{ min: 1, max: 2000, lines: true, trim: true, nullable: true },
    description: 'The words of the owner with their decision, which the notification has, too. Null: none.',
    example: 'See you at eight, at the back door.',
  })
  @Column('text', { nullable: true })
  note: string | null;

  @ApiProperty({ enum: APPLICATION_STATUSES, enumName: 'ApplicationStatus', example: 'ACCEPTED' })
  @Column('text', { default: 'PENDING' })
  status: ApplicationStatus;

  @InstantField({
    nullable: true,
    description: 'The time of the withdrawal; the status stays PENDING. Null: not withdrawn.',
    example: null,
  })
  @Column({ type: 'timestamptz', name: 'withdrawn_at', precision: 3, nullable: true })
  withdrawnAt: Date | null;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;

  /** The creator of the gig, which never changes. A trigger fills it in if an INSERT does not. */
  @UserId({ exemption: 'The application belongs to its applicant, and goes with the gig of this user.' })
  @Column('text', { name: 'owner_id', nullable: true, select: false })
  ownerId: string | null;
}
