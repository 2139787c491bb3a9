import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last migration of version 1.1.0. If it is recorded, the schema already exists. */
const LAST_OF_1_1 = 'KeepEventsWhole1799000000000';

/** Letters that Unicode does not decompose into a base letter and a mark, and their form in `unaccent`. */
const LETTERS =
  'ÐØðøĐđĦħıĸŁłŊŋŦŧƀƁƂƃƇƈƉƊƋƌƐƑƒƓƖƗƘƙƚƝƞƤƥƫƬƭƮƲƳƴƵƶǤǥȡȤȥȴȵȶȷȺȻȼȽȾȿɀɃɄɆɇɈɉɌɍɎɏɓɕɖɗɛɟɠɡɢɦ' +
  'ɧɨɪɫɬɭɱɲɳɴɼɽɾʀʂʈʉʋʏʐʑʙʛʜʝʟʠᴀᴃᴄᴅᴆᴇᴊᴋᴌᴍᴏᴘᴛᴜᴠᴡᴢᵬᵭᵮᵯᵰᵱᵲᵳᵴᵵᵶᵻᵽᵾᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶌᶍᶎᶏᶑᶒᶓᶖᶙẜẝỼỽỾỿ' +
  'ⱠⱡⱢⱣⱤⱥⱦⱧⱨⱩⱪⱫⱬⱮⱱⱲⱳⱴⱸⱺⱾⱿꜰꜱꝀꝁꝂꝃꝄꝅꝆꝇꝈꝉꝊꝋꝌꝍꝐꝑꝒꝓꝔꝕꝖꝗꝘꝙꝞꝟꝱꝲꝳꝴꝵꝶꝷꝹꝺꝻꝼꞆꞇꞐꞑꞒꞓꞠꞡꞢꞣꞤꞥꞦꞧꞨꞩꞪ';
const PLAIN =
  'DOdoDdHhiqLlNnTtbBBbCcDDDdEFfGIIKklNnPptTtTVYyZzGgdZzlntjACcLTszBUEeJjRrYybcddejggGh' +
  'hiIlllmnnNrrrRstuvYzzBGHjLqABCDDEJKLMOPTUVWZbdfmnprrstzIpUbdfgklmnprsvxzadeeiussVvYy' +
  'LlLPRatHhKkZzMvWwveoSZFSKkKkKkLlLlOoOoPpPpPpQqQqVvdlmnrRtDdFfTtNnCcGgKkNnRrSsH';
/** Ligatures and similar characters, each with its letters. */
const LIGATURES =
  'ÆAE ÞTH ßss æae þth ŒOE œoe ƕhv ƢOI ƣoi ȸdb ȹqp ɶOE ʣdz ʥdz ʦts ʪls ʫlz ᴁAE ᵫue ᵺth ẞSS ' +
  'ỺLL ỻll ꜲAA ꜳaa ꜴAO ꜵao ꜶAU ꜷau ꜸAV ꜹav ꜺAV ꜻav ꜼAY ꜽay ꝎOO ꝏoo ꝠVY ꝡvy ꝤTH ꝥth ꝦTH ꝧth';
const folded = LIGATURES.split(' ').reduce(
  (text, ligature) => `replace(${text}, '${ligature[0]}', '${ligature.slice(1)}')`,
  `translate(plain, '${LETTERS}', '${PLAIN}')`,
);

/** Characters equivalent to an ASCII character, as in `unaccent`, and invisible characters. */
const SIGNS = '‘’‚‛ʹʻʼʽˈ′“”„‟ʺ″«»‹›〝〞‐‑\u00ad\u200c\u200d\u2060\ufeff\ufe0e\ufe0f';
const ASCII_SIGNS = `''''''''''""""""""""""--`.replaceAll("'", "''");
/** Punctuation, symbols, white space and emoji beyond ASCII, as a character class of PostgreSQL. */
const PARTING = [
  String.raw`\u00a0-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df`,
  String.raw`\u02e5-\u02eb\u02ed\u02ef-\u02ff\u055a-\u055f\u0589\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0606-\u060f`,
  String.raw`\u061b-\u061f\u066a-\u066d\u06d4\u06de\u0964\u0965\u0e4f\u0e5a\u0e5b\u10fb\u1360-\u1368\u17d4-\u17d6`,
  String.raw`\u2000-\u2070\u207a-\u207e\u208a-\u208e\u20a0-\u20c1\u2100\u2101\u2103-\u2106\u2108\u2109\u2114`,
  String.raw`\u2116-\u2118\u211e-\u2123\u2125\u2127\u2129\u212e\u213a\u213b\u2140-\u2144\u214a-\u214d\u214f\u218a`,
  String.raw`\u218b\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u2e00-\u2e2e\u2e30-\u2e7f\u2ff0-\u3004\u3008-\u3020`,
  String.raw`\u3030\u3036\u3037\u303d-\u303f\u30fb\ue000-\uf8ff\ufe45\ufe46\ufffc\ufffd\U0001f000-\U0001f0ff`,
  String.raw`\U0001f10d-\U0001f10f\U0001f12f\U0001f150-\U0001f1ff\U0001f252-\U0001fbef`,
].join('');

/** An HTML tag, a comment, or a lone `<`, from which the parser would search for the end of a tag. */
const TAG = '<(?:/?[a-zA-Z][a-zA-Z0-9:_.-]*(?:[[:space:]][^<>]*=[^<>]*)?[[:space:]/]*>|[!?][^<>]*>)?';
/** A run of 16 signs without white space: the parser may restart at each of them. */
const RUN = '(?:[^[:space:]!-/:-@[-`{-~]*[!-/:-@[-`{-~]){16}';
/** An apparent second mail address within the first. It costs the parser five times as much. */
const DOUBLE_MAIL = '@[^[:space:]@^]*@';

/** The functions refer to each other with their schema: a dump is restored without a search path. */
const functions = (schema: string) => {
  const pure = 'LANGUAGE sql IMMUTABLE PARALLEL SAFE';
  const vector = (text: string, weight: string) =>
    `setweight(to_tsvector('pg_catalog.english', ${schema}.searchable_text(coalesce(${text}, ''))), '${weight}')`;
  const degrees = (member: string, most: number) => `
    CREATE FUNCTION event_${member}(location jsonb) RETURNS float8 ${pure} AS $$
      SELECT CASE WHEN jsonb_typeof(location -> '${member}') = 'number' THEN
        CASE WHEN (location -> '${member}')::numeric BETWEEN -${most} AND ${most}
          THEN round((location -> '${member}')::numeric, 9)::float8 END END
    $$;`;
  return String.raw`
    CREATE FUNCTION parsable_text(text) RETURNS text ${pure} AS $$
      SELECT regexp_replace(regexp_replace(regexp_replace($1,
        '${TAG}', ' ', 'g'), '${RUN}', '\&^', 'g'), '${DOUBLE_MAIL}', '\&^', 'g')
    $$;
    CREATE FUNCTION fold_accents(text) RETURNS text ${pure} AS $$
      SELECT CASE
        WHEN octet_length($1) = length($1) THEN $1
        WHEN plain ~ '[${LETTERS}${LIGATURES.replace(/[ a-zA-Z]/g, '')}]' THEN ${folded}
        ELSE plain END
      FROM (SELECT left(normalize(regexp_replace(normalize(regexp_replace($1, '[^[:space:]!-~]{64}', '\& ', 'g'), NFKD),
        '[${'\u0300-\u036f'}]+', '', 'g'), NFC), 2 * length($1))) AS folding (plain)
    $$;
    CREATE FUNCTION part_at_signs(text) RETURNS text ${pure} AS $$
      SELECT CASE WHEN octet_length($1) = length($1) THEN $1
        ELSE regexp_replace(translate($1, '${SIGNS}', '${ASCII_SIGNS}'), '[${PARTING}]+', ' ', 'g') END
    $$;
    CREATE FUNCTION searchable_text(text) RETURNS text ${pure} AS $$
      SELECT ${schema}.parsable_text(${schema}.fold_accents(${schema}.part_at_signs($1)))
    $$;
    CREATE FUNCTION event_search_text(title text, tags text[], summary text, location jsonb, description text)
    RETURNS tsvector ${pure} AS $$
      SELECT ${vector('title', 'A')}
        || ${vector(`array_to_string(tags, ' ')`, 'B')}
        || ${vector(`location ->> 'name'`, 'B')}
        || ${vector('summary', 'C')}
        || ${vector('left(description, 100000)', 'D')}
    $$;
    -- src/events/search/time-tiles.ts numbers the tiles alike.
    CREATE FUNCTION event_time_tiles(start_at timestamptz) RETURNS integer[] ${pure} AS $$
      SELECT ARRAY(
        SELECT ((level - 1) * 134217728 + floor(extract(epoch FROM start_at - '1970-01-01T00:00:00Z') / width))::integer
        FROM unnest(ARRAY[5400, 21600, 86400, 691200, 5529600, 88473600]) WITH ORDINALITY AS tile (width, level))
    $$;
    CREATE FUNCTION timed_words(search tsvector, start_at timestamptz) RETURNS tsvector ${pure} COST 1000 AS $$
      SELECT array_to_tsvector(
        tile || ARRAY(SELECT tile || ' ' || left(lexeme, 255) FROM unnest(tsvector_to_array(search)) lexeme))
      FROM to_hex(floor(extract(epoch FROM start_at) / 691200)::integer) tile
    $$;
    CREATE FUNCTION words_of_tile(query tsquery) RETURNS text ${pure} AS $$
      SELECT CASE must
        WHEN '' THEN ''
        WHEN 'T' THEN chr(1)
        ELSE '(' || regexp_replace(regexp_replace(must, ' <[0-9-]+> ', ' & ', 'g'),
          '''((?:[^''\\]|''''|\\\\){1,255})(?:[^''\\]|''''|\\\\)*''(?::[A-D]+)?', '''' || chr(1) || ' \1''', 'g') || ')'
      END
      FROM querytree(query) must
    $$;
    CREATE FUNCTION query_in_tiles(words text, tiles integer[]) RETURNS tsquery ${pure} AS $$
      SELECT coalesce(
        string_agg(replace(words, chr(1), to_hex(tile)), ' | ') FILTER (WHERE words <> ''), '')::tsquery
      FROM unnest(tiles) tile
    $$;
    COMMENT ON FUNCTION words_of_tile IS
      'The words that a query must have, without how near they are, with chr(1) for a tile';
    COMMENT ON FUNCTION query_in_tiles IS 'The query of such words in any of these tiles, for timed_words';
    -- src/events/event-criteria.ts has the same lengths.
    CREATE FUNCTION event_length(start_at timestamptz, end_at timestamptz) RETURNS integer ${pure} AS $$
      SELECT CASE
        WHEN end_at IS NULL OR end_at - start_at <= interval '4 hours' THEN 0
        WHEN end_at - start_at <= interval '24 hours' THEN 1
        WHEN end_at - start_at <= interval '6 days' THEN 2
        WHEN end_at - start_at <= interval '40 days' THEN 3
        WHEN end_at - start_at <= interval '400 days' THEN 4
        ELSE 5 END
    $$;
    ${degrees('latitude', 90)}
    ${degrees('longitude', 180)}
    CREATE FUNCTION event_cell(location jsonb, zoom integer) RETURNS bigint ${pure} AS $$
      SELECT floor((${schema}.event_longitude(location) + 180) / 360 * (1 << zoom))::bigint * 1048576
        + floor((${schema}.event_latitude(location) + 90) / 360 * (1 << zoom))::bigint
    $$;
    CREATE FUNCTION event_place(location jsonb) RETURNS text ${pure} AS $$
      SELECT lower(left(CASE
        WHEN octet_length(location ->> 'name') = length(location ->> 'name') THEN btrim(location ->> 'name')
        ELSE ${schema}.fold_accents(btrim(location ->> 'name', E' \u00a0')) END, 201))
    $$;
    CREATE FUNCTION name_gig_owner() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT creator_id INTO NEW.owner_id FROM ${schema}.events WHERE id = NEW.gig_id;
        RETURN NEW;
      END $$;`;
};

const SEARCH = 'event_search_text(title, tags, summary, location, description)';

const EVENTS = `
  -- A row of up to 8 kB stays whole: a search that ranks a thousand events reads each of them once.
  CREATE TABLE events (
    id uuid PRIMARY KEY, start_at timestamptz(3) NOT NULL,
    search tsvector GENERATED ALWAYS AS (${SEARCH}) STORED,
    title text NOT NULL, description text NOT NULL, type text NOT NULL, location jsonb NOT NULL,
    end_at timestamptz(3), status text NOT NULL DEFAULT 'OPEN', source text NOT NULL DEFAULT 'USER',
    creator_id text, external_id text, external_url text, ticket_url text, tags text[] NOT NULL DEFAULT '{}',
    summary text, category text, compensation jsonb, created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(), version integer NOT NULL DEFAULT 1, item_hash text,
    tagging text NOT NULL DEFAULT 'DONE', tagging_hints text[] NOT NULL DEFAULT '{}', location_sent json,
    apply_by timestamptz(3), positions integer, images json NOT NULL DEFAULT '[]',
    CONSTRAINT events_type_check CHECK (type IN ('EVENT', 'GIG')),
    CONSTRAINT events_status_check CHECK (status IN ('OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
    CONSTRAINT events_source_check CHECK (source IN ('USER', 'CAMPUS_API', 'TICKET_API')),
    CONSTRAINT events_tagging_check CHECK (tagging IN ('PENDING', 'DONE', 'FAILED')),
    CONSTRAINT events_positions_check CHECK (positions BETWEEN 1 AND 1000)
  ) WITH (toast_tuple_target = 8160);
  CREATE UNIQUE INDEX events_external_id_key ON events (external_id);
  CREATE INDEX events_start_at_idx ON events (start_at, id);
  CREATE INDEX events_created_at_idx ON events (created_at, id);
  CREATE INDEX events_type_start_at_idx ON events (type, start_at, id);
  CREATE INDEX events_category_start_at_idx ON events (category, start_at, id);
  CREATE INDEX events_open_category_idx ON events (category) WHERE status = 'OPEN';
  CREATE INDEX events_source_start_at_idx ON events (source, start_at, id);
  CREATE INDEX events_status_start_at_idx ON events (status, start_at, id);
  CREATE INDEX events_creator_id_start_at_idx ON events (creator_id, start_at, id);
  CREATE INDEX events_tags_start_at_idx ON events USING gin (tags, event_time_tiles(start_at));
  CREATE INDEX events_words_start_at_idx ON events
    USING gin (search, timed_words(search, start_at), event_time_tiles(start_at)) WITH (gin_pending_list_limit = 256);
  CREATE INDEX events_length_start_at_end_at_idx ON events
    (event_length(start_at, end_at), start_at, id) INCLUDE (end_at, status);
  ${[4, 9, 14, 19]
    .map(
      (zoom) => `CREATE INDEX events_cell_${zoom}_start_at_idx ON events
        (event_cell(location, ${zoom}), start_at, id) WHERE event_cell(location, ${zoom}) IS NOT NULL;`,
    )
    .join('\n')}
  CREATE INDEX events_place_start_at_idx ON events (event_place(location), start_at, id)
    WHERE event_cell(location, 4) IS NULL;
  CREATE INDEX events_to_complete_idx ON events (end_at, id)
    WHERE status IN ('OPEN', 'IN_PROGRESS') AND end_at IS NOT NULL;
  CREATE INDEX events_to_tag_idx ON events (tagging, created_at, id) WHERE tagging <> 'DONE';
  -- TypeORM compares generated columns by what it notes in this table of its own.
  INSERT INTO typeorm_metadata (type, database, schema, "table", name, value)
    VALUES ('GENERATED_COLUMN', current_database(), current_schema(), 'events', 'search', '${SEARCH}');`;

const AROUND_EVENTS = `
  CREATE TABLE applications (
    gig_id uuid NOT NULL, id uuid NOT NULL, applicant_id text NOT NULL, message text,
    status text NOT NULL DEFAULT 'PENDING', created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(), withdrawn_at timestamptz(3), owner_id text,
    PRIMARY KEY (gig_id, id),
    CONSTRAINT applications_status_check CHECK (status IN ('PENDING', 'ACCEPTED', 'REJECTED'))
  );
  CREATE UNIQUE INDEX applications_gig_id_applicant_id_key ON applications (gig_id, applicant_id);
  CREATE INDEX applications_gig_id_created_at_idx ON applications (gig_id, created_at, id);
  CREATE INDEX applications_applicant_id_created_at_idx ON applications (applicant_id, created_at, id);
  CREATE INDEX applications_owner_id_status_created_at_idx ON applications (owner_id, status, created_at, id, gig_id);
  CREATE INDEX applications_accepted_idx ON applications (gig_id) WHERE status = 'ACCEPTED';
  CREATE TRIGGER applications_owner_id BEFORE INSERT ON applications
    FOR EACH ROW WHEN (NEW.owner_id IS NULL) EXECUTE FUNCTION name_gig_owner();
  -- With room for the next state of a row on its page.
  CREATE TABLE interactions (
    event_id uuid NOT NULL, user_id text NOT NULL, action text NOT NULL, id uuid NOT NULL,
    count integer NOT NULL DEFAULT 1, first_at timestamptz(3) NOT NULL DEFAULT now(),
    listed_at timestamptz(3) NOT NULL DEFAULT now(), last_at timestamptz(3) DEFAULT now(),
    PRIMARY KEY (event_id, user_id, action),
    CONSTRAINT interactions_action_check CHECK (action IN ('VIEW', 'CLICK', 'SAVE', 'BOOKMARK', 'APPLY'))
  ) WITH (fillfactor = 90);
  CREATE INDEX interactions_event_id_action_idx ON interactions (event_id, action);
  CREATE INDEX interactions_interested_idx ON interactions (event_id, user_id) WHERE action IN ('SAVE', 'BOOKMARK');
  CREATE INDEX interactions_user_id_listed_at_idx ON interactions (user_id, listed_at, id);
  CREATE INDEX interactions_user_id_action_listed_at_idx ON interactions (user_id, action, listed_at, id);
  CREATE INDEX interactions_passing_idx ON interactions (listed_at, id) WHERE action IN ('VIEW', 'CLICK');
  CREATE TABLE collections (
    id uuid PRIMARY KEY, owner_id text NOT NULL, name text NOT NULL, description text,
    visibility text NOT NULL DEFAULT 'PRIVATE', created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT collections_visibility_check CHECK (visibility IN ('PUBLIC', 'PRIVATE'))
  );
  CREATE INDEX collections_owner_id_created_at_idx ON collections (owner_id, created_at, id);
  CREATE TABLE collection_items (
    event_id uuid NOT NULL, collection_id uuid NOT NULL, note text,
    added_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (event_id, collection_id),
    CONSTRAINT collection_items_collection_id_fkey
      FOREIGN KEY (collection_id) REFERENCES collections (id) ON DELETE CASCADE
  );
  CREATE INDEX collection_items_collection_id_added_at_idx ON collection_items (collection_id, added_at, event_id);
  CREATE TABLE calendars (
    id uuid PRIMARY KEY, owner_id text NOT NULL, kind text NOT NULL, filter text, collection_id uuid,
    alarm_minutes integer, token_hash text NOT NULL, created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT calendars_kind_check CHECK (kind IN ('EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS'))
  );
  CREATE INDEX calendars_owner_id_created_at_idx ON calendars (owner_id, created_at, id);
  CREATE UNIQUE INDEX calendars_token_hash_key ON calendars (token_hash);
  CREATE TABLE idempotency_keys (
    user_id text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, event_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, key)
  );
  CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at, user_id, key);
  CREATE TABLE event_removals (
    event_id uuid PRIMARY KEY, removed_at timestamptz(3) NOT NULL DEFAULT now()
  );`;

const OTHERS = `
  CREATE TABLE users (
    id text PRIMARY KEY, name text, avatar_url text, headline text, bio text, email text,
    created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE TABLE creation_counts (
    user_id text NOT NULL, kind text NOT NULL, hour integer NOT NULL, counts integer[] NOT NULL,
    PRIMARY KEY (user_id, kind),
    CONSTRAINT creation_counts_kind_check CHECK (kind IN ('EVENT', 'APPLICATION', 'CONVERSATION'))
  );
  CREATE INDEX creation_counts_hour_idx ON creation_counts (hour, user_id, kind);
  CREATE TABLE conversations (
    id uuid PRIMARY KEY, owner_id text NOT NULL, title text, created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX conversations_owner_id_created_at_idx ON conversations (owner_id, created_at, id);
  CREATE TABLE messages (
    conversation_id uuid NOT NULL, id uuid NOT NULL, role text NOT NULL, content text NOT NULL,
    event_ids uuid[] NOT NULL DEFAULT '{}', created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (conversation_id, id),
    CONSTRAINT messages_conversation_id_fkey
      FOREIGN KEY (conversation_id) REFERENCES conversations (id) ON DELETE CASCADE,
    CONSTRAINT messages_role_check CHECK (role IN ('USER', 'ASSISTANT'))
  );
  CREATE TABLE notifications (
    recipient_id text NOT NULL, id uuid NOT NULL, type text NOT NULL, reference_id text NOT NULL,
    reference_type text NOT NULL DEFAULT 'APPLICATION', read_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), data jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (recipient_id, id),
    CONSTRAINT notifications_type_check
      CHECK (type IN ('APPLICATION_RECEIVED', 'APPLICATION_ACCEPTED', 'APPLICATION_REJECTED')),
    CONSTRAINT notifications_reference_type_check CHECK (reference_type IN ('APPLICATION'))
  );
  CREATE INDEX notifications_inbox_idx ON notifications (recipient_id, created_at, id);
  CREATE INDEX notifications_unread_idx ON notifications (recipient_id, created_at, id) WHERE read_at IS NULL;
  CREATE INDEX notifications_created_at_idx ON notifications (created_at, id);
  CREATE INDEX notifications_read_at_idx ON notifications (read_at, id) WHERE read_at IS NOT NULL;
  CREATE TABLE job_claims (
    job text NOT NULL, tick timestamptz(3) NOT NULL, holder uuid NOT NULL,
    lease_until timestamptz(3) NOT NULL, finished_at timestamptz(3), attempts integer NOT NULL DEFAULT 1,
    PRIMARY KEY (job, tick)
  );
  CREATE INDEX job_claims_unfinished_idx ON job_claims (lease_until) WHERE finished_at IS NULL;
  CREATE INDEX job_claims_tick_idx ON job_claims (tick, job);
  CREATE TABLE ingestion_runs (
    id uuid PRIMARY KEY, source text NOT NULL, started_at timestamptz(3) NOT NULL DEFAULT now(),
    finished_at timestamptz(3), outcome text, received integer NOT NULL DEFAULT 0,
    created integer NOT NULL DEFAULT 0, updated integer NOT NULL DEFAULT 0,
    unchanged integer NOT NULL DEFAULT 0, ignored integer NOT NULL DEFAULT 0,
    rejected integer NOT NULL DEFAULT 0, completed integer NOT NULL DEFAULT 0, error text,
    reasons text[] NOT NULL DEFAULT '{}', tagged integer NOT NULL DEFAULT 0,
    untagged integer NOT NULL DEFAULT 0,
    CONSTRAINT ingestion_runs_source_check CHECK (source IN ('CAMPUS_API', 'TICKET_API')),
    CONSTRAINT ingestion_runs_outcome_check CHECK (outcome IN ('SUCCEEDED', 'FAILED', 'SKIPPED'))
  );
  CREATE INDEX ingestion_runs_started_at_idx ON ingestion_runs (started_at, id);
  CREATE INDEX ingestion_runs_source_started_at_idx ON ingestion_runs (source, started_at, id);
  CREATE UNLOGGED TABLE rate_counts (
    asker text PRIMARY KEY, spent integer NOT NULL, ends_at timestamptz(3) NOT NULL
  ) WITH (fillfactor = 50);
  CREATE INDEX rate_counts_ends_at_idx ON rate_counts (ends_at, asker);`;

/**
 * The schema of version 1.1.0, without the tables that only its migrations used. A database of that version
 * has it already.
 */
export class Baseline1795219200000 implements MigrationInterface {
  name = 'Baseline1795219200000';

  async up(runner: QueryRunner): Promise<void> {
    const [{ schema, last, older }] = await runner.query(
      `SELECT quote_ident(current_schema()) AS schema, EXISTS (SELECT FROM migrations WHERE name = $1) AS last,
              to_regclass('events') IS NOT NULL OR EXISTS (SELECT FROM migrations) AS older`,
      [LAST_OF_1_1],
    );
    if (last) return;
    if (older)
      throw new Error(
        'This database is of a version before 1.1.0. Start version 1.1.0 on it once, then this version.',
      );
    for (const part of [functions(schema), EVENTS, AROUND_EVENTS, OTHERS]) await runner.query(part);
  }

  async down(): Promise<void> {
    throw new Error('There is nothing before this migration. To begin anew, create an empty database.');
  }
}
