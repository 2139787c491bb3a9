import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { EntityManager, Repository } from 'typeorm';
import type { Caller } from '../common/access.js';
import { linkOf } from '../common/link.js';
import { Problem } from '../common/problem.js';
import { isStorable } from '../common/text.js';
import { Statements } from '../database/statements.js';
import { UserEntity } from './user.entity.js';
import type { ProfileDto, UpdateProfileDto } from './users.dto.js';

/** How many users an instance remembers to have stored, and for how many milliseconds: another may have deleted one. */
const KNOWN_USERS = 50_000;
const KNOWN_FOR = 10_000;
/** Public profiles. TypeORM's `findBy` takes four times the processor time. */
const PROFILES = {
  name: 'profiles',
  text: 'SELECT id, name, avatar_url AS "avatarUrl", headline, bio FROM users WHERE id = ANY($1)',
};
const NAMES = { name: 'names', text: 'SELECT id, name FROM users WHERE id = ANY($1)' };

@Injectable()
export class UsersService {
  private readonly known = new LRUCache<string, true>({ max: KNOWN_USERS, ttl: KNOWN_FOR });

  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly statements: Statements,
  ) {}

  /**
   * Stores a user who writes, or asks for their profile, for the first time; what the token says seeds the profile
   * (rules.md, "Signing in").
   * @param manager of the transaction that writes it, where there is one
   */
  async remember(caller: Caller, manager?: EntityManager): Promise<void> {
    if (this.known.has(caller.id)) return;
    const { id, name, avatarUrl, email } = seedOf(caller);
    await (manager ?? this.users.manager)
      .createQueryBuilder()
      .insert()
      .into(UserEntity)
      .values({ id, name, avatarUrl, email })
      .orIgnore()
      .updateEntity(false)
      .execute();
    if (!manager) this.known.set(caller.id, true);
  }

  /** The caller's own profile, with what only they see. Who asks for it is stored. */
  async own(caller: Caller): Promise<UserEntity> {
    const stored = await this.stored(caller.id);
    if (stored) return stored;
    this.forget(caller.id); // stored once, and removed since
    await this.remember(caller);
    return (await this.stored(caller.id)) ?? seedOf(caller);
  }

  /** All of a profile, for its user, or null where none is stored. */
  stored(id: string): Promise<UserEntity | null> {
    return this.users.findOneBy({ id });
  }

  /** A person's public profile. @throws Problem NOT_FOUND for who is not stored yet, but to themselves */
  async profile(id: string, caller: Caller): Promise<ProfileDto> {
    const profile = id === caller.id ? await this.ownPublic(caller) : await this.find(id);
    if (!profile) throw new Problem('NOT_FOUND');
    return profile;
  }

  /** The caller's profile as others see it, or will. */
  async ownPublic(caller: Caller): Promise<ProfileDto> {
    const stored = await this.find(caller.id);
    if (stored) this.known.set(caller.id, true);
    const { id, name, avatarUrl, headline, bio } = stored ?? seedOf(caller);
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

  /** The names of users by their ids, read in a transaction; null where somebody has none, or is not stored. */
  async names(ids: string[], manager: EntityManager): Promise<Map<string, string | null>> {
    const users = await this.statements.query<UserEntity>({ ...NAMES, values: [ids] }, { manager });
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return new Map(ids.map((id) => [id, names.get(id) ?? null]));
  }

  /** Changes what was sent of the caller's own profile. */
  async update(caller: Caller, changes: UpdateProfileDto): Promise<UserEntity> {
    if (Object.keys(changes).length === 0) return this.own(caller);
    await this.remember(caller);
    const { affected } = await this.users.update({ id: caller.id }, changes);
    if (affected === 1) return this.own(caller);
    this.forget(caller.id); // stored once, and removed since
    return this.update(caller, changes);
  }

  /** Has a user stored again when they next write or ask for their profile: they have been deleted. */
  forget(id: string): void {
    this.known.delete(id);
  }

  /**
   * Refuses a user who owns as many rows as they may. It counts under a lock on the user, so that two requests cannot both make
   * the last one.
   * @param rows an entity whose plural names its table
   * @throws Problem LIMIT_REACHED
   */
  async assertRoom(
    caller: Caller,
    rows: new () => { ownerId: string },
    most: number,
    manager: EntityManager,
  ): Promise<void> {
    await this.remember(caller, manager);
    const lock = { mode: 'pessimistic_write' } as const;
    await manager.findOne(UserEntity, { where: { id: caller.id }, select: { id: true }, lock });
    if ((await manager.countBy(rows, { ownerId: caller.id })) < most) return;
    const { tableName } = manager.dataSource.getMetadata(rows);
    throw new Problem('LIMIT_REACHED', `You have ${most} ${tableName}, which is the limit.`);
  }
}

/** The profile that a token's claims make. */
function seedOf({ id, name, picture, email }: Caller): UserEntity {
  const now = new Date();
  const avatarUrl = linkOf(picture) ?? null;
  return { id, name, avatarUrl, headline: null, bio: null, email, createdAt: now, updatedAt: now };
}
