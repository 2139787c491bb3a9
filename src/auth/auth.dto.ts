import { ApiProperty } from '@nestjs/swagger';
import { TextField } from '../common/fields.js';

export class TokenRequestDto {
  @TextField({
    min: 1,
    max: 255,
    description: 'Becomes the `sub` of the token, and so your id.',
    example: 'alice',
  })
  userId: string;

  @TextField({
    min: 1,
    max: 200,
    visible: true,
    optional: true,
    description: 'Seeds the profile.',
    example: 'Alice Liddell',
  })
  name?: string;
}

export class TokenDto {
  @ApiProperty({ example: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl' })
  accessToken: string;

  @ApiProperty({ enum: ['Bearer'], example: 'Bearer' })
  tokenType: 'Bearer';

  @ApiProperty({ type: 'integer', description: 'Seconds until the token ends.', example: 43200 })
  expiresIn: number;
}
