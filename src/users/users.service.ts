import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { Caller } from '../common/access.js';
import { normalizeLink } from '../common/link.js';
import { Problem } from '../common/problem.js';
import { isStorable } from '../common/text.js';
import { pipelined, type Statement, Statements } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { UserEntity } from './user.entity.js';
import type { ProfileDto, UpdateProfileDto } from './users.dto.js';

/** SQL of the public profile of a user. @param id SQL of the user's id */
export const profileOf = (id: string) =>
  `SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ${id}`;
/** TypeORM's `findBy` takes three times the processor time. */
const PROFILES = { name: 'profiles', text: profileOf('ANY($1)') };

/**
 * SQL that locks the profile of the user `$1`, so that the account cannot be deleted until the transaction
 * ends. Other statements contain it. TypeORM's `findOne` with a lock takes twice the processor time.
 */
export const HOLD_PROFILE = `${profileOf('$1')} FOR KEY SHARE`;
const HOLD = { name: 'hold profile', text: HOLD_PROFILE };
/** SQL of the name of a user. @param id SQL of the user's id */
export const nameOf = (id: string) => `(SELECT name FROM users WHERE users.id = ${id})`;
/** The number of attempts of a write while the account is being deleted. */
const MAX_ATTEMPTS = 3;
const NO_PROFILE = new Error('The user has no profile.');

@Injectable()
export class UsersService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly statements: Statements,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs a write transaction for the caller, in the caller's queue. Their profile is locked until it ends, so
   * that the new rows are deleted with the account, or belong to the next account of this id. A new user is
   * stored in the same transaction; the claims of the token fill the profile (rules.md, "Signing in").
   * @returns the result of the work, and the public profile
   */
  write<Result>(
    caller: Caller,
    work: (manager: EntityManager) => Promise<Result>,
  ): Promise<{ result: Result; profile: ProfileDto }> {
    const hold = async (manager: EntityManager) => {
      const [profile] = await this.statements.query<ProfileDto>(
        { ...HOLD, values: [caller.id] },
        { manager },
      );
      if (!profile) throw NO_PROFILE;
      return profile;
    };
    const holdAndWork = async (manager: EntityManager) => {
      const [profile, result] = await pipelined(hold(manager), work(manager));
      return { profile, result };
    };
    return this.withProfile(caller, holdAndWork, () => this.transactions.run(caller.id, holdAndWork));
  }

  /**
   * The same for a single statement. The statement uses `HOLD_PROFILE` and returns a row if that returns one.
   * @param manager of the transaction of `write` that this is part of, if any
   * @param check throws a problem for a row that stands for a refusal
   * @returns the row
   */
  async writeRow<Row>(
    caller: Caller,
    statement: Statement,
    manager?: EntityManager,
    check: (row: Row) => void = () => {},
  ): Promise<Row> {
    const write = async (own?: EntityManager) => {
      const [row] = await this.statements.query<Row>(statement, { manager: own });
      if (!row) throw NO_PROFILE;
      check(row);
      return row;
    };
    if (manager) return write(manager);
    return this.withProfile(caller, write, () => this.transactions.inTurn(caller.id, () => write()));
  }

  /**
   * Runs a write that needs a profile. It throws `NO_PROFILE` if the caller has none.
   * @param write runs then, in the transaction that stores the profile, so that a refusal leaves none
   * @param first runs first: most callers have a profile
   * @throws Problem UNAVAILABLE if the account is deleted again and again
   */
  private async withProfile<Result>(
    caller: Caller,
    write: (manager: EntityManager) => Promise<Result>,
    first: () => Promise<Result>,
  ): Promise<Result> {
    const storeAndWrite = async (manager: EntityManager) => {
      await this.ensureStored(caller, manager);
      return write(manager);
    };
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      try {
        return await (attempt === 0 ? first() : this.transactions.run(caller.id, storeAndWrite));
      } catch (error) {
        if (error !== NO_PROFILE) throw error;
      }
    }
    throw Problem.by('conflict');
  }

  /** Stores the profile of a user unless it is stored already. */
  private async ensureStored(caller: Caller, manager?: EntityManager): Promise<void> {
    const { id, name, avatarUrl, email } = seedOf(caller);
    const users = manager?.getRepository(UserEntity) ?? this.users;
    const insert = users.createQueryBuilder().insert().values({ id, name, avatarUrl, email }).orIgnore();
    const store = () => insert.updateEntity(false).execute();
    await (manager ? store() : this.transactions.inTurn(id, store));
  }

  /** The caller's profile, including the private fields. It is stored on first use. */
  async own(caller: Caller): Promise<UserEntity> {
    const stored = await this.stored(caller.id);
    if (stored) return stored;
    await this.ensureStored(caller);
    return (await this.stored(caller.id)) ?? seedOf(caller);
  }

  /** The full profile of a user, or null if none is stored. */
  stored(id: string): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /**
   * A person's public profile. The caller's is returned even if it is not stored.
   * @throws Problem NOT_FOUND for a user who is not stored
   */
  async profile(id: string, caller: Caller): Promise<ProfileDto> {
    const found = await this.find(id);
    if (!found && id !== caller.id) throw new Problem('NOT_FOUND');
    const { name, avatarUrl, headline, bio } = found ?? seedOf(caller);
    return { id, name, avatarUrl, headline, bio };
  }

  /** A person's public profile, or undefined. */
  async find(id: string): Promise<ProfileDto | undefined> {
    return isStorable(id) ? (await this.profiles([id])).get(id) : undefined;
  }

  /** Public profiles by id. Users who are not stored are left out. */
  async profiles(ids: string[]): Promise<Map<string, ProfileDto>> {
    if (ids.length === 0) return new Map();
    const values = [[...new Set(ids)]];
    const profiles = await this.statements.query<ProfileDto>({ ...PROFILES, values });
    return new Map(profiles.map((profile) => [profile.id, profile]));
  }

  /** Changes the fields of the caller's own profile that were sent. */
  async update(caller: Caller, changes: UpdateProfileDto): Promise<UserEntity> {
    if (Object.keys(changes).length === 0) return this.own(caller);
    const update = () => this.users.update({ id: caller.id }, changes);
    const { affected } = await this.transactions.inTurn(caller.id, update);
    if (affected === 0) await this.ensureStored(caller);
    return affected === 0 ? this.update(caller, changes) : this.own(caller);
  }

  /**
   * Refuses a user who owns the maximum number of rows. It counts under a lock on the profile, so that two
   * concurrent requests cannot both create the last one.
   * @param rows an entity, whose table name is part of the message
   * @throws Problem LIMIT_REACHED
   */
  async assertRoom(
    caller: Caller,
    rows: new () => { ownerId: string },
    limit: number,
    manager: EntityManager,
  ): Promise<void> {
    const lock = { mode: 'for_no_key_update' } as const;
    await manager.findOne(UserEntity, { where: { id: caller.id }, select: { id: true }, lock });
    if ((await manager.countBy(rows, { ownerId: caller.id })) < limit) return;
    const { tableName } = manager.dataSource.getMetadata(rows);
    throw new Problem('LIMIT_REACHED', `You have ${limit} ${tableName}, which is the limit.`);
  }
}

/** The initial profile, from the claims of a token. */
function seedOf({ id, name, picture, email }: Caller): UserEntity {
  const now = new Date();
  const avatarUrl = normalizeLink(picture) ?? null;
  return { id, name, avatarUrl, headline: null, bio: null, email, createdAt: now, updatedAt: now };
}
