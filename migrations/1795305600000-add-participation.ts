import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddParticipation1795305600000 implements MigrationInterface {
  name = 'AddParticipation1795305600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE applications (
        gig_id uuid NOT NULL,
        id uuid NOT NULL,
        applicant_id text NOT NULL,
        message text,
        status text NOT NULL DEFAULT 'PENDING',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (gig_id, id),
        CONSTRAINT applications_gig_id_fkey FOREIGN KEY (gig_id) REFERENCES events (id) ON DELETE CASCADE,
        CONSTRAINT applications_status_check CHECK (status IN ('PENDING', 'ACCEPTED', 'REJECTED'))
      )`);
    await runner.query(`
      CREATE TABLE interactions (
        event_id uuid NOT NULL,
        user_id text NOT NULL,
        action text NOT NULL,
        id uuid NOT NULL,
        count integer NOT NULL DEFAULT 1,
        first_at timestamptz(3) NOT NULL DEFAULT now(),
        last_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (event_id, user_id, action),
        CONSTRAINT interactions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE,
        CONSTRAINT interactions_action_check CHECK (action IN ('VIEW', 'CLICK', 'SAVE', 'BOOKMARK', 'APPLY'))
      )`);
    await runner.query(`
      CREATE TABLE collections (
        id uuid PRIMARY KEY,
        owner_id text NOT NULL,
        name text NOT NULL,
        description text,
        visibility text NOT NULL DEFAULT 'PRIVATE',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT collections_visibility_check CHECK (visibility IN ('PUBLIC', 'PRIVATE'))
      )`);
    await runner.query(`
      CREATE TABLE collection_items (
        event_id uuid NOT NULL,
        collection_id uuid NOT NULL,
        note text,
        added_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (event_id, collection_id),
        CONSTRAINT collection_items_event_id_fkey FOREIGN KEY (event_id) REFERENCES events (id) ON DELETE CASCADE,
        CONSTRAINT collection_items_collection_id_fkey
          FOREIGN KEY (collection_id) REFERENCES collections (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE conversations (
        id uuid PRIMARY KEY,
        owner_id text NOT NULL,
        title text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await runner.query(`
      CREATE TABLE messages (
        conversation_id uuid NOT NULL,
        id uuid NOT NULL,
        role text NOT NULL,
        content text NOT NULL,
        event_ids uuid[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (conversation_id, id),
        CONSTRAINT messages_conversation_id_fkey
          FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE,
        CONSTRAINT messages_role_check CHECK (role IN ('USER', 'ASSISTANT'))
      )`);
    await runner.query(`
      CREATE TABLE notifications (
        recipient_id text NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL,
        reference_id text NOT NULL,
        reference_type text NOT NULL DEFAULT 'APPLICATION',
        read_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
        data jsonb NOT NULL DEFAULT '{}',
        PRIMARY KEY (recipient_id, id),
        CONSTRAINT notifications_type_check
          CHECK (type IN ('APPLICATION_RECEIVED', 'APPLICATION_ACCEPTED', 'APPLICATION_REJECTED')),
        CONSTRAINT notifications_reference_type_check CHECK (reference_type IN ('APPLICATION'))
      )`);
    await runner.query(`
      CREATE TABLE idempotency_keys (
        user_id text NOT NULL,
        key text NOT NULL,
        fingerprint text NOT NULL,
        event_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, key)
      )`);

    const indexes = [
      // One application a user and gig; also an applicant's own in GET /gigs/:gigId/applications.
      `CREATE UNIQUE INDEX applications_gig_id_applicant_id_key ON applications (gig_id, applicant_id)`,
      // GET /gigs/:gigId/applications by the owner, oldest first.
      `CREATE INDEX applications_gig_id_created_at_idx ON applications (gig_id, created_at, id)`,
      // GET /applications, newest first.
      `CREATE INDEX applications_applicant_id_created_at_idx ON applications (applicant_id, created_at, id)`,
      // GET /events/:id/interactions/summary.
      `CREATE INDEX interactions_event_id_action_idx ON interactions (event_id, action)`,
      // GET /interactions, and with ?action=.
      `CREATE INDEX interactions_user_id_last_at_idx ON interactions (user_id, last_at, id)`,
      `CREATE INDEX interactions_user_id_action_last_at_idx ON interactions (user_id, action, last_at, id)`,
      // GET /collections, one's own and another's.
      `CREATE INDEX collections_owner_id_created_at_idx ON collections (owner_id, created_at, id)`,
      // The items of a collection in the order added, and how many they are.
      `CREATE INDEX collection_items_collection_id_added_at_idx ON collection_items (collection_id, added_at, event_id)`,
      // GET /conversations.
      `CREATE INDEX conversations_owner_id_created_at_idx ON conversations (owner_id, created_at, id)`,
      // GET /notifications, newest first.
      `CREATE INDEX notifications_inbox_idx ON notifications (recipient_id, created_at, id)`,
      // GET /notifications?unread=true, the unread count, and marking all as read.
      `CREATE INDEX notifications_unread_idx ON notifications (recipient_id, created_at, id) WHERE read_at IS NULL`,
      // What is new since the stream last looked.
      `CREATE INDEX notifications_created_at_idx ON notifications (created_at, id)`,
      // The purge of what was read long ago.
      `CREATE INDEX notifications_read_at_idx ON notifications (read_at) WHERE read_at IS NOT NULL`,
      // The purge of keys over a day old.
      `CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)`,
    ];
    for (const index of indexes) await runner.query(index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP TABLE idempotency_keys, notifications, messages, conversations, collection_items, collections,
                  interactions, applications`,
    );
  }
}
