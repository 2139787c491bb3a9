import { ApiProperty } from '@nestjs/swagger';
import { MAX_LINK } from '../common/link.js';
import { IgnoresReadOnly, TextField, UrlField } from '../common/validation/fields.js';

const EXAMPLES = {
  name: 'Alice Liddell',
  avatarUrl: 'https://img.example.org/alice.png',
  headline: 'Stage hand, second-year student',
  bio: 'Five years of set-up and sound.',
};
const TEXT_OR_NULL = { type: 'string', nullable: true } as const;
const CHANGEABLE = { optional: true, nullable: true };

/** What everyone may see of a person. */
export class ProfileDto {
  @ApiProperty({ maxLength: 255, description: "The `sub` of the person's tokens.", example: 'alice' })
  id: string;

  @ApiProperty({ ...TEXT_OR_NULL, maxLength: 200, example: EXAMPLES.name })
  name: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, format: 'uri', maxLength: MAX_LINK, example: EXAMPLES.avatarUrl })
  avatarUrl: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, maxLength: 200, example: EXAMPLES.headline })
  headline: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, maxLength: 5000, example: EXAMPLES.bio })
  bio: string | null;
}

/** What only the person sees. */
export class OwnProfileDto extends ProfileDto {
  @ApiProperty({
    ...TEXT_OR_NULL,
    maxLength: 320,
    description: 'The email of your first token.',
    example: 'alice@example.org',
  })
  email: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: Date;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  updatedAt: Date;
}

@IgnoresReadOnly(OwnProfileDto, ['id', 'email', 'createdAt', 'updatedAt'])
export class UpdateProfileDto {
  @TextField({ ...CHANGEABLE, min: 1, max: 200, trim: true, visible: true, example: EXAMPLES.name })
  name?: string | null;

  @UrlField({ ...CHANGEABLE, example: EXAMPLES.avatarUrl })
  avatarUrl?: string | null;

  @TextField({ ...CHANGEABLE, min: 1, max: 200, example: EXAMPLES.headline })
  headline?: string | null;

  @TextField({ ...CHANGEABLE, min: 1, max: 5000, lines: true, example: EXAMPLES.bio })
  bio?: string | null;
}
