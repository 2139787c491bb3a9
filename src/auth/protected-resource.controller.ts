import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { Config } from '../common/config.js';
import { PublicUrl } from '../common/http/public-url.js';

export const PROTECTED_RESOURCE = '.well-known/oauth-protected-resource';

class ProtectedResourceDto {
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

@ApiTags('Authentication')
@Controller()
export class ProtectedResourceController {
  constructor(private readonly config: Config) {}

  @Get(PROTECTED_RESOURCE)
  @Public()
  @Operation('getProtectedResource', 'Tell who gives out tokens', {
    description: 'Anyone may ask (RFC 9728). Agents find the authorization server by it.',
  })
  @ApiOkResponse({ type: ProtectedResourceDto, description: 'What the service says of itself.' })
  describe(@PublicUrl() resource: string): ProtectedResourceDto {
    const { AUTH_ISSUER } = this.config;
    return {
      resource,
      ...(AUTH_ISSUER && { authorization_servers: [AUTH_ISSUER] }),
      bearer_methods_supported: ['header'],
      resource_name: 'Events and Gigs',
    };
  }
}
