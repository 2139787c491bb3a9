import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { TextField } from '../common/validation/fields.js';

export class TokenRequestDto {
  @TextField({
    min: 1,
    max: 255,
    description: 'The id of the user: the `sub` of the token.',
    example: 'alice',
  })
  userId: string;

  @TextField({
    min: 1,
    max: 200,
    visible: true,
    optional: true,
    description: 'The name for a new profile. An existing profile keeps its own.',
    example: 'Alice Liddell',
  })
  name?: string;
}

export class TokenDto {
  @ApiProperty({
    maxLength: 4096,
    description: 'Send it as `Authorization: Bearer <token>`.',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl',
  })
  accessToken: string;

  @ApiProperty({ enum: ['Bearer'], example: 'Bearer' })
  tokenType: 'Bearer';

  @ApiCount({ description: 'Seconds until the token expires.', example: 43200 })
  expiresIn: number;
}

export class ProtectedResourceDto {
  @ApiProperty({ format: 'uri', example: 'https://events.example.org' })
  resource: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: 2000 },
    maxItems: 1,
    description: '`AUTH_ISSUER`, where it is set.',
    example: ['https://id.example.org'],
  })
  authorization_servers?: string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: ['header'] },
    maxItems: 1,
    example: ['header'],
  })
  bearer_methods_supported: ['header'];

  @ApiProperty({ maxLength: 100, example: 'Events and Gigs' })
  resource_name: string;
}
