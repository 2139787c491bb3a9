import type pg from 'pg';
import type { DataSource } from 'typeorm';

/** The driver's pool, for statements that go around TypeORM. */
export function poolOf({ driver }: DataSource): pg.Pool {
  return (driver as unknown as { master: pg.Pool }).master;
}
