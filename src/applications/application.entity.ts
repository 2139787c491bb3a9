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
import { EventEntity } from '../events/event.entity.js';
import { UserId } from '../users/user.entity.js';
import type { ApplicationStatus } from './application-status.js';

/** SQL like `nextSavers` of the users who were accepted for the gig of a `mark` when it was claimed. */
export const nextAccepted = (users: number) => `
  SELECT a.applicant_id AS id FROM applications a
  WHERE a.gig_id = mark.event_id AND a.status = 'ACCEPTED' AND a.updated_at <= mark.claimed_at
    AND a.applicant_id > mark.reached ORDER BY a.applicant_id LIMIT ${users} FOR KEY SHARE SKIP LOCKED`;

/** A user's application to a gig. Deleting the gig deletes it. */
@Entity('applications')
@Check('applications_status_check', `status IN ('PENDING', 'ACCEPTED', 'REJECTED')`)
@Index('applications_gig_id_applicant_id_key', ['gigId', 'applicantId'], { unique: true })
@Index('applications_gig_id_created_at_idx', ['gigId', 'createdAt', 'id'])
@Index('applications_applicant_id_created_at_idx', ['applicantId', 'createdAt', 'id'])
@Index('applications_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
@Index('applications_owner_id_status_created_at_idx', ['ownerId', 'status', 'createdAt', 'id', 'gigId'])
export class ApplicationEntity {
  /** UUIDv7 */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'applications_pkey' })
  id: string;

  @PrimaryColumn('uuid', { name: 'gig_id', primaryKeyConstraintName: 'applications_pkey' })
  gigId: string;

  @ManyToOne(() => EventEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'gig_id', foreignKeyConstraintName: 'applications_gig_id_fkey' })
  gig?: Relation<EventEntity>;

  @UserId()
  @Column('text', { name: 'applicant_id' })
  applicantId: string;

  @Column('text', { nullable: true })
  message: string | null;

  /** The words of the owner with their decision. */
  @Column('text', { nullable: true })
  note: string | null;

  @Column('text', { default: 'PENDING' })
  status: ApplicationStatus;

  /** The time of the withdrawal, or null. The status of a withdrawn application stays PENDING. */
  @Column({ type: 'timestamptz', name: 'withdrawn_at', precision: 3, nullable: true })
  withdrawnAt: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;

  /** The creator of the gig, which never changes. A trigger fills it in if an INSERT does not. */
  @UserId({ exemption: 'The application belongs to its applicant, and goes with the gig of this user.' })
  @Column('text', { name: 'owner_id', nullable: true, select: false })
  ownerId: string | null;
}
