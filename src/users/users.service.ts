import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../common/access.js';
import { linkOf } from '../common/link.js';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { RowReader } from '../database/row-reader.js';
import type { Row } from '../database/table.js';
import { UserEntity } from './user.entity.js';
import type { ProfileDto, UpdateProfileDto } from './users.dto.js';

/** How many users an instance remembers to have stored. */
const KNOWN_USERS = 50_000;
/** The part of a profile that only its user sees. */
const OWN: (keyof UserEntity)[] = ['email', 'createdAt', 'updatedAt'];

@Injectable()
export class UsersService {
  private readonly known = new LRUCache<string, true>({ max: KNOWN_USERS });
  private readonly rows = new RowReader(this.database, UserEntity);

  constructor(private readonly database: Database) {}

  /** Whether this instance knows that the user is stored. */
  knows(caller: Caller): boolean {
    return this.known.has(caller.id);
  }

  /** Stores a user the first time they are seen; what the token says seeds the profile (decisions.md, "Signing in"). */
  async remember({ id, name, picture, email }: Caller): Promise<void> {
    await this.database.query({
      text: `INSERT INTO users (id, name, avatar_url, email) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`,
      values: [id, name, linkOf(picture) ?? null, email],
    });
    this.known.set(id, true);
  }

  /** The caller's own profile, with what only they see. */
  async own(caller: Caller): Promise<Row<UserEntity>> {
    const [user] = await this.database.query<Row<UserEntity>>({
      text: `SELECT ${this.database.table(UserEntity).select(OWN)} FROM users t WHERE id = $1`,
      values: [caller.id],
    });
    if (user) return user;
    await this.remember(caller); // stored once, and removed since
    return this.own(caller);
  }

  /** A person's public profile. @throws Problem NOT_FOUND */
  async profile(id: string): Promise<ProfileDto> {
    const user = await this.find(id);
    if (!user) throw new Problem('NOT_FOUND');
    return user;
  }

  /** A person's public profile, or undefined. */
  find(id: string): Promise<ProfileDto | undefined> {
    return this.rows.find(id);
  }

  /** Public profiles by their ids; a person who is not stored is left out. */
  async profiles(ids: string[]): Promise<Map<string, ProfileDto>> {
    if (ids.length === 0) return new Map();
    const profiles = await this.database.query<ProfileDto>({
      text: `SELECT ${this.database.table(UserEntity).select()} FROM users t WHERE t.id = ANY($1)`,
      values: [ids],
    });
    return new Map(profiles.map((profile) => [profile.id, profile]));
  }

  /** Changes what was sent of the caller's own profile. */
  async update(caller: Caller, changes: UpdateProfileDto): Promise<Row<UserEntity>> {
    const user = await this.own(caller);
    if (Object.keys(changes).length === 0) return user;
    const table = this.database.table(UserEntity);
    const values: unknown[] = [caller.id];
    const [updated] = await this.database.query<Row<UserEntity>>({
      text: `UPDATE users t SET ${table.assignments(changes, values)}, updated_at = now() WHERE id = $1
             RETURNING ${table.select(OWN)}`,
      values,
    });
    return updated ?? user;
  }
}
