import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown, OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config, ConfigError } from '../common/config.js';
import { Measured, type Sample, samplesOf } from '../common/discovery.js';
import { Problem } from '../common/problem.js';
import { isUnavailable, sqlState } from '../common/sqlstate.js';
import { migrate } from './migrate.js';
import type { PostgresOptions } from './pool.js';
import { assertServed, readSchema } from './schema-version.js';
import { Statements } from './statements.js';
import { changedFunctions } from './stored-functions.js';

/** Milliseconds between two attempts to reach a database that is unavailable. */
const RECONNECT_DELAY = 500;
/** Milliseconds that the start waits for the database, then for its migrations, before it listens anyway. */
const START_PATIENCE = 1_000;
const MIGRATION_PATIENCE = 200;
const CONNECTING = 'The service is connecting to the database, or migrating it.';

/**
 * Generates statements that set a role's defaults where its settings would change values. Each setting has a
 * pattern of accepted values: the service does not depend on the order of days and months in input.
 */
const DEFAULTS = `
  SELECT string_agg(format('ALTER ROLE %I IN DATABASE %I SET %s = %L;', session_user, current_database(), name, value), E'\\n  ')
  FROM (VALUES ('datestyle', 'ISO, MDY', 'ISO,.*'), ('intervalstyle', 'postgres', 'postgres'), ('array_nulls', 'on', 'on'),
               ('timezone', 'UTC', '(Etc/)?(UTC|UCT|GMT|Universal|Zulu)'), ('extra_float_digits', '1', '[123]'),
               ('bytea_output', 'hex', 'hex'), ('default_transaction_isolation', 'read committed', 'read committed'))
    AS setting (name, value, pattern) WHERE current_setting(name) !~* ('^' || pattern || '$')`;

/**
 * The time limits that the role lacks: a cancelled statement would run on in the server. A `lock_timeout`
 * that is not above `deadlock_timeout` ends a deadlock before it is detected, so no transaction is retried.
 */
const LIMITS = `
  SELECT string_agg(name, ', ') FROM pg_settings
  WHERE setting = '0' AND name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    OR name = 'lock_timeout' AND setting::int BETWEEN 1 AND (
      SELECT setting::int FROM pg_settings WHERE name = 'deadlock_timeout')`;

/** Connects to the database in the background, while the service already listens. */
@Injectable()
export class Database implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  /** The problem of requests during a step of the start; undefined once the service can serve. */
  progress?: Problem = Problem.by('no_database', CONNECTING);
  /** The version of the database when the service connected; null if unknown. */
  version: string | null = null;
  private readonly logger = new Logger(Database.name);
  private readonly stopping = new AbortController();
  /** The first attempt to reach the database, and the whole series of attempts. */
  private firstAttempt?: Promise<Error | undefined>;
  private connecting?: Promise<void>;
  private endPatience: () => void;
  private readonly patience = new Promise<void>((resolve) => {
    this.endPatience = resolve;
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
    private readonly statements: Statements,
  ) {}

  /** Waits briefly. If the database stays unavailable or is migrating, the service listens meanwhile. */
  async onModuleInit(): Promise<void> {
    setTimeout(this.endPatience, START_PATIENCE).unref();
    this.firstAttempt = this.attempt();
    this.connecting = this.connect();
    await this.briefly(this.connecting);
    this.connecting.catch((error) => this.fail(error));
  }

  /** Waits for work of the start while the patience lasts: it must not keep the service from listening. */
  async briefly(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.patience]);
  }

  /** Waits for the first attempt and its migrations, however long they take. @throws Error if it fails */
  async ready(): Promise<void> {
    const refusal = await this.firstAttempt;
    if (refusal) throw new Error(`The database is unavailable. ${refusal.message}`);
  }

  /** Waits for the database, however many attempts it takes. @returns false if the service stops instead */
  async available(): Promise<boolean> {
    await this.connecting?.catch(() => {});
    return this.progress === undefined;
  }

  @Measured({ database_migrations: 'Migrations that the database lacks (pending) or this build (unknown).' })
  async countMigrations(): Promise<Sample[]> {
    const { pending, unknown } = await readSchema(this.dataSource.manager);
    return samplesOf('database_migrations', 'state', { pending: pending.length, unknown: unknown.length });
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connecting?.catch(() => {});
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  private async connect(): Promise<void> {
    let refusal = await this.firstAttempt;
    if (!refusal || this.stopping.signal.aborted) return;
    this.logger.warn(`The database is unavailable; trying again. ${refusal.message}`);
    for (; refusal; refusal = await this.attempt()) {
      await sleep(RECONNECT_DELAY, undefined, { signal: this.stopping.signal }).catch(() => {});
      if (this.stopping.signal.aborted) return;
    }
    this.logger.log('The database is available again.');
  }

  /** The reason why the database is unavailable, or undefined. @throws Error if waiting does not help */
  private async attempt(): Promise<Error | undefined> {
    try {
      const options = this.dataSource.options as PostgresOptions;
      const { MIGRATE_ON_START, DATABASE_MIGRATION_URL: url = options.url } = this.config;
      const { signal } = this.stopping;
      if (MIGRATE_ON_START) await migrate({ ...options, url }, (step) => this.report(step), { signal });
      if (!this.dataSource.isInitialized) {
        await this.dataSource.initialize();
        this.statements.measureTypeOrm();
      }
      const refusal = await this.check();
      if (refusal)
        await this.dataSource.destroy(); // requests are 503, not 500
      else this.progress = undefined;
      return refusal;
    } catch (error) {
      this.progress = Problem.by('no_database', CONNECTING);
      if (!isTemporary(error) && !this.stopping.signal.aborted) throw error;
      return error as Error;
    }
  }

  private report(step: string): void {
    this.progress = Problem.by('migrating', step);
    this.logger.log(step);
    setTimeout(this.endPatience, MIGRATION_PATIENCE).unref();
  }

  /**
   * Reports the versions, limits that the role lacks and functions that differ.
   * @returns the reason why the database cannot be served yet
   * @throws ConfigError if this build cannot serve the database, or its settings would change values
   */
  private async check(): Promise<Error | undefined> {
    const { manager } = this.dataSource;
    const schema = await readSchema(manager);
    if (schema.isEmpty) return new Error('It has no tables yet: run its migrations.');
    assertServed(schema);
    this.version = schema.version;
    this.logger[schema.isCurrent ? 'log' : 'warn'](schema.report);
    const [{ defaults, limits }] = await manager.query(
      `SELECT (${DEFAULTS}) AS defaults, (${LIMITS}) AS limits`,
    );
    const help = 'Settings of the database would change values. Run this, and let a proxy reconnect:';
    if (defaults) throw new ConfigError(`${help}\n  ${defaults}`);
    if (limits)
      this.logger.warn(`The role has no suitable ${limits}: see docs/operating.md, "Limits of the role".`);
    const changed = await changedFunctions(manager);
    if (changed.length > 0)
      this.logger.warn(
        `Functions of the database are not those of this version: ${changed.join(', ')}. To restore them, run: ` +
          'node dist/src/database/with-database.js node dist/src/run-migrations.js --restore-functions',
      );
    return undefined;
  }

  /** Ends the process with the reason: waiting does not help. A drain would serve nobody. */
  private fail(error: unknown): void {
    this.logger.fatal(error);
    process.exitCode = 1;
    process.kill(process.pid, 'SIGINT');
  }
}

/** Unavailable, starting, or not yet set up (credentials, database): all may change without a restart. */
function isTemporary(error: unknown): boolean {
  return isUnavailable(error) || /^(28|3D)/.test(sqlState(error) ?? '');
}
