import type { EntityManager } from 'typeorm';
import { ConfigError, VERSION } from '../common/config.js';

/** The last migrations of the releases that did not record their version (docs/upgrading.md). */
const RELEASES: Record<string, string> = {
  KeepEventsWhole1799000000000: '1.1.0',
  Search1795850790835: '2.0.0',
};

/** Whether there is a table of migrations that the role may read: it may belong to another role. */
const IS_READABLE = `SELECT has_table_privilege(to_regclass('migrations'), 'SELECT') AS "isReadable"`;
/** The recorded migrations. TypeORM knows only their names; a database of before 2.1.0 has nothing else. */
const RECORDED = `
  SELECT name, to_jsonb(migrations) ->> 'build' AS build, to_jsonb(migrations) ->> 'oldest_build' AS "oldestBuild"
  FROM migrations ORDER BY id`;

/** A migration, the build that ran it, and the oldest build that can serve a database with it. */
type Recorded = { name: string; build?: string; oldestBuild?: string };

const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
const byTime = (one: string, other: string) => compare(one.slice(-13), other.slice(-13));

/** Compares the database with this build, and changes nothing. A null `version` is unknown. */
export async function readSchema(manager: EntityManager) {
  const [{ isReadable }] = await manager.query(IS_READABLE);
  const recorded: Recorded[] = isReadable ? await manager.query(RECORDED) : [];
  const known = manager.dataSource.migrations.map(({ name }) => name!).sort(byTime);
  const first = recorded.findIndex(({ name }) => known.includes(name));
  // The first of this build replaces those that version 1.x has recorded before it.
  const news = first < 0 ? [] : recorded.slice(first).filter(({ name }) => !known.includes(name));
  const unknown = news.map(({ name }) => name);
  const pending = known.filter((name) => !recorded.some((each) => each.name === name));
  const limits = news.flatMap(({ oldestBuild }) => oldestBuild ?? []).sort(compare);
  const oldestBuild = limits.at(-1);
  const last = recorded.at(-1);
  const version = last?.build ?? RELEASES[last?.name ?? ''] ?? null;
  const parts = [`Build ${VERSION}`, `database ${last ? `${version ?? 'unknown'} (${last.name})` : 'none'}`];
  if (pending.length > 0) parts.push(`pending migrations: ${pending.join(', ')}`);
  if (unknown.length > 0) parts.push(`unknown migrations: ${unknown.join(', ')}`);
  if (oldestBuild) parts.push(`oldest build ${oldestBuild}`);
  return {
    ...{ version, oldestBuild, pending, unknown },
    ...{ isCurrent: parts.length === 2, isEmpty: isReadable === null, report: parts.join('; ') },
  };
}

/** @throws ConfigError with the version to use, if this build cannot serve the database */
export function assertServed({ oldestBuild }: { oldestBuild?: string }): void {
  if (oldestBuild && compare(oldestBuild, VERSION) > 0)
    throw new ConfigError(
      `Build ${VERSION} cannot serve this database: it needs ${oldestBuild} or later. Start that version, or ` +
        'restore the backup from before the upgrade.',
    );
}
