import type { TestDatabase } from './database.js';

/**
 * Makes the server time out on these writes of `events`: of a row with `too slow` in its title, and with
 * `crowds`, of more rows than that by one statement.
 * @returns a function that undoes it
 */
export async function timeOutWrites(
  { query }: TestDatabase,
  { crowds }: { crowds?: number } = {},
): Promise<() => Promise<unknown>> {
  const giveUp = `RAISE EXCEPTION SQLSTATE '57014' USING MESSAGE = 'canceling statement due to statement timeout'`;
  const heal = 'DROP FUNCTION IF EXISTS give_up_on_row(), give_up_on_crowd() CASCADE';
  await query(`${heal};
    CREATE FUNCTION give_up_on_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${giveUp}; END $$;
    CREATE TRIGGER slow_row BEFORE INSERT OR UPDATE ON events FOR EACH ROW
      WHEN (NEW.title LIKE '%too slow%') EXECUTE FUNCTION give_up_on_row();
    CREATE FUNCTION give_up_on_crowd() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF (SELECT count(*) FROM written) > ${crowds ?? 1_000_000} THEN ${giveUp}; END IF; RETURN NULL; END $$;
    CREATE TRIGGER slow_insert AFTER INSERT ON events REFERENCING NEW TABLE AS written
      EXECUTE FUNCTION give_up_on_crowd();
    CREATE TRIGGER slow_update AFTER UPDATE ON events REFERENCING NEW TABLE AS written
      EXECUTE FUNCTION give_up_on_crowd()`);
  return () => query(heal);
}
