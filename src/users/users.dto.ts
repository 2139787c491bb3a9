import { ApiProperty } from '@nestjs/swagger';
import { MAX_LINK } from '../common/link.js';
import { IgnoresReadOnly, TextField, UrlField } from '../common/validation/fields.js';
import type { UserEntity } from './user.entity.js';

/** What everyone may see of a person. */
export class ProfileDto {
  @ApiProperty({ maxLength: 255, description: "The `sub` of the person's tokens.", example: 'alice' })
  id: string;

  @ApiProperty({ type: 'string', maxLength: 200, nullable: true, example: 'Alice Liddell' })
  name: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    maxLength: MAX_LINK,
    nullable: true,
    example: 'https://img.example.org/alice.png',
  })
  avatarUrl: string | null;

  @ApiProperty({ type: 'string', maxLength: 200, nullable: true, example: 'Stage hand, second-year student' })
  headline: string | null;

  @ApiProperty({
    type: 'string',
    maxLength: 5000,
    nullable: true,
    example: 'Five years of set-up and sound.',
  })
  bio: string | null;
}

/** What only the person sees. */
export class OwnProfileDto extends ProfileDto {
  @ApiProperty({
    type: 'string',
    maxLength: 320,
    nullable: true,
    description: 'The email of your first token.',
    example: 'alice@example.org',
  })
  email: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  updatedAt: string;
}

@IgnoresReadOnly(OwnProfileDto, ['id', 'email', 'createdAt', 'updatedAt'])
export class UpdateProfileDto {
  @TextField({
    min: 1,
    max: 200,
    trim: true,
    visible: true,
    optional: true,
    nullable: true,
    example: 'Alice Liddell',
  })
  name?: string | null;

  @UrlField({ optional: true, nullable: true, example: 'https://img.example.org/alice.png' })
  avatarUrl?: string | null;

  @TextField({ min: 1, max: 200, optional: true, nullable: true, example: 'Stage hand, second-year student' })
  headline?: string | null;

  @TextField({
    min: 1,
    max: 5000,
    lines: true,
    optional: true,
    nullable: true,
    example: 'Five years of set-up and sound.',
  })
  bio?: string | null;
}

export function toOwnProfileDto(user: UserEntity): OwnProfileDto {
  const { id, name, avatarUrl, headline, bio, email } = user;
  const [createdAt, updatedAt] = [user.createdAt.toISOString(), user.updatedAt.toISOString()];
  return { id, name, avatarUrl, headline, bio, email, createdAt, updatedAt };
}
