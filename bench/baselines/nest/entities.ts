import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, UpdateDateColumn } from 'typeorm';

@Entity('events')
export class Event {
  @PrimaryColumn('uuid') id: string;
  @Column('text') title: string;
  @Column('text') description: string;
  @Column('text') type: string;
  @Column('json') location: { name: string };
  @Column('timestamptz', { name: 'start_at' }) startAt: Date;
  @Column('timestamptz', { name: 'end_at', nullable: true }) endAt: Date | null;
  @Column('text', { default: 'OPEN' }) status: string;
  @Column('text', { default: 'USER' }) source: string;
  @Column('text', { name: 'creator_id', nullable: true }) creatorId: string | null;
  @Column('text', { name: 'external_id', nullable: true }) externalId: string | null;
  @Column('text', { name: 'external_url', nullable: true }) externalUrl: string | null;
  @Column('text', { name: 'ticket_url', nullable: true }) ticketUrl: string | null;
  @Column('text', { array: true, default: [] }) tags: string[];
  @Column('text', { nullable: true }) summary: string | null;
  @Column('text', { nullable: true }) category: string | null;
  @Column('jsonb', { nullable: true }) compensation: object | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
}

@Entity('users')
export class User {
  @PrimaryColumn('text') id: string;
  @Column('text', { nullable: true }) name: string | null;
  @Column('text', { name: 'avatar_url', nullable: true }) avatarUrl: string | null;
  @Column('text', { nullable: true }) headline: string | null;
  @Column('text', { nullable: true }) bio: string | null;
}

@Entity('applications')
export class Application {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'gig_id' }) gigId: string;
  @Column('text', { name: 'applicant_id' }) applicantId: string;
  @Column('text', { nullable: true }) message: string | null;
  @Column('text', { default: 'PENDING' }) status: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt: Date;
  @ManyToOne(() => User) @JoinColumn({ name: 'applicant_id' }) applicant: User;
}

@Entity('interactions')
export class Interaction {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid', { name: 'event_id' }) eventId: string;
  @Column('text', { name: 'user_id' }) userId: string;
  @Column('text') action: string;
}

@Entity('notifications')
export class Notification {
  @PrimaryColumn('uuid') id: string;
  @Column('text', { name: 'recipient_id' }) recipientId: string;
  @Column('text') type: string;
  @Column('text', { name: 'reference_id' }) referenceId: string;
  @Column('timestamptz', { name: 'read_at', nullable: true }) readAt: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt: Date;
  @Column('jsonb', { default: {} }) data: object;
}
