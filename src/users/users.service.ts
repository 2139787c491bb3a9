import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { Caller } from '../common/access.js';
import { normalizeLink } from '../common/link.js';
import { Problem } from '../common/problem.js';
import { isStorable } from '../common/text.js';
import { type Statement, Statements } from '../database/statements.js';
import { pipelined, Transactions } from '../database/transactions.js';
import { UserEntity } from './user.entity.js';
import type { ProfileDto, UpdateProfileDto } from './users.dto.js';

/** SQL of the public profile of a user. @param id SQL of their id */
export const profileOf = (id: string) =>
  `SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE users.id = ${id}`;
/** TypeORM's `findBy` takes four times the processor time. */
const PROFILES = { name: 'profiles', text: profileOf('ANY($1)') };

/** SQL that keeps the account of the user `$1` from being deleted until the transaction ends. */
export const HOLD_PROFILE = `${profileOf('$1')} FOR KEY SHARE`;
const HOLD = { name: 'hold profile', text: HOLD_PROFILE };
/** SQL of the name of a user. @param id SQL of their id */
export const nameOf = (id: string) => `(SELECT name FROM users WHERE users.id = ${id})`;
/** Writes of a user whose account is deleted meanwhile are tried so often. */
const MOST_TRIES = 3;
const NO_PROFILE = new Error('The user has no profile.');

@Injectable()
export class UsersService {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly statements: Statements,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs a transaction that writes something of the caller's, in their turn. Their profile is held until it ends, so that what
   * they write goes with their account, or belongs to the user who comes after. A new user is stored first; what the token
   * says seeds the profile (rules.md, "Signing in").
   * @returns what the work does, and the public profile
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
    return this.withProfile(caller, () =>
      this.transactions
        .run(caller.id, async (manager) => {
          const [profile, result] = await pipelined(hold(manager), work(manager));
          return { profile, result };
        })
        .catch((error) => {
          if (error !== NO_PROFILE) throw error;
          return undefined;
        }),
    );
  }

  /**
   * The same for one statement, which uses `HOLD_PROFILE` and returns a row wherever that does.
   * @param manager of the transaction of `write` that it belongs to, where there is one
   * @returns the row
   */
  async writeRow<Row>(caller: Caller, statement: Statement, manager?: EntityManager): Promise<Row> {
    const write = () => this.statements.query<Row>(statement, { manager });
    if (manager) return (await write())[0]!;
    return this.withProfile(caller, async () => (await this.transactions.inTurn(caller.id, write))[0]);
  }

  /** @param write returns nothing where the caller has no profile; then that is stored, and the write repeated */
  private async withProfile<Result>(
    caller: Caller,
    write: () => Promise<Result | undefined>,
  ): Promise<NonNullable<Result>> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const result = await write();
      if (result) return result;
      await this.store(caller);
    }
    throw new Problem('UNAVAILABLE');
  }

  /** Stores the profile of a user who is seen for the first time. */
  private async store(caller: Caller): Promise<void> {
    const { id, name, avatarUrl, email } = seedOf(caller);
    const insert = this.users.createQueryBuilder().insert().values({ id, name, avatarUrl, email }).orIgnore();
    await this.transactions.inTurn(id, () => insert.updateEntity(false).execute());
  }

  /** The caller's own profile, with what only they see. Who asks for it is stored. */
  async own(caller: Caller): Promise<UserEntity> {
    const stored = await this.stored(caller.id);
    if (stored) return stored;
    await this.store(caller);
    return (await this.stored(caller.id)) ?? seedOf(caller);
  }

  /** All of a profile, for its user, or null where none is stored. */
  stored(id: string): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /** A person's public profile. @throws Problem NOT_FOUND for who is not stored yet, but to themselves */
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

  /** Public profiles by their ids; a person who is not stored is left out. */
  async profiles(ids: string[]): Promise<Map<string, ProfileDto>> {
    if (ids.length === 0) return new Map();
    const values = [[...new Set(ids)]];
    const profiles = await this.statements.query<ProfileDto>({ ...PROFILES, values });
    return new Map(profiles.map((profile) => [profile.id, profile]));
  }

  /** Changes what was sent of the caller's own profile. */
  async update(caller: Caller, changes: UpdateProfileDto): Promise<UserEntity> {
    if (Object.keys(changes).length === 0) return this.own(caller);
    const update = () => this.users.update({ id: caller.id }, changes);
    const { affected } = await this.transactions.inTurn(caller.id, update);
    if (affected === 0) await this.store(caller);
    return affected === 0 ? this.update(caller, changes) : this.own(caller);
  }

  /**
   * Refuses a user who owns as many rows as they may. It counts under a lock on the profile, so that two requests cannot both
   * make the last one.
   * @param rows an entity whose plural names its table
   * @throws Problem LIMIT_REACHED
   */
  async assertRoom(
    caller: Caller,
    rows: new () => { ownerId: string },
    most: number,
    manager: EntityManager,
  ): Promise<void> {
    const lock = { mode: 'for_no_key_update' } as const;
    await manager.findOne(UserEntity, { where: { id: caller.id }, select: { id: true }, lock });
    if ((await manager.countBy(rows, { ownerId: caller.id })) < most) return;
    const { tableName } = manager.dataSource.getMetadata(rows);
    throw new Problem('LIMIT_REACHED', `You have ${most} ${tableName}, which is the limit.`);
  }
}

/** The profile that a token's claims make. */
function seedOf({ id, name, picture, email }: Caller): UserEntity {
  const now = new Date();
  const avatarUrl = normalizeLink(picture) ?? null;
  return { id, name, avatarUrl, headline: null, bio: null, email, createdAt: now, updatedAt: now };
}
