import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Body, Controller, Get, Injectable, Post, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../common/access.js';
import { Creates, Operation } from '../common/api.decorators.js';
import { Config, isLoopback } from '../common/config.js';
import { PublicUrl } from '../common/http/public-url.js';
import { Problem } from '../common/problem.js';
import { ProtectedResourceDto, TokenDto, TokenRequestDto } from './auth.dto.js';
import { TOKEN_LIFETIME, Tokens } from './tokens.js';

export const PROTECTED_RESOURCE = '.well-known/oauth-protected-resource';

/**
 * Refuses before the body is validated. Without development tokens it is 404. If they are on by default, a
 * `Host` other than loopback is 400: a page of that host could reach this machine by DNS rebinding and read
 * the response.
 */
@Injectable()
class DevTokensGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    if (!this.config.devTokens) throw new Problem('NOT_FOUND');
    const { host = 'localhost' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (this.config.AUTH_DEV_TOKENS === undefined && !isLoopback(host.replace(/:\d*$/, ''))) {
      const detail = 'must be localhost or a loopback address, unless AUTH_DEV_TOKENS=true is set';
      throw Problem.invalid({ pointer: 'Host', detail });
    }
    return true;
  }
}

@ApiTags('Authentication')
@Controller()
export class AuthController {
  constructor(
    private readonly config: Config,
    private readonly tokens: Tokens,
  ) {}

  @Post('auth/token')
  @Public()
  @UseGuards(DevTokensGuard)
  @Operation('createDevelopmentToken', 'Sign in for development and QA', {
    description: 'Anyone may sign in as anyone, for 12 hours. Returns 404 if `AUTH_DEV_TOKENS` is off.',
    problems: ['NOT_FOUND'],
  })
  @Creates(TokenDto, 'The token. Swagger UI signs in with it.', () => '/users/me')
  async token(@Body() { userId, name }: TokenRequestDto) {
    const accessToken = await this.tokens.sign(userId, name);
    return { accessToken, tokenType: 'Bearer', expiresIn: TOKEN_LIFETIME };
  }

  @Get(PROTECTED_RESOURCE)
  @Public()
  @Operation('getProtectedResource', 'Get the metadata of the protected resource', {
    description: 'Public (RFC 9728). It names the authorization server.',
  })
  @ApiOkResponse({ type: ProtectedResourceDto, description: 'What the service says of itself.' })
  describe(@PublicUrl() resource: string) {
    const { AUTH_ISSUER } = this.config;
    return {
      resource,
      ...(AUTH_ISSUER && { authorization_servers: [AUTH_ISSUER] }),
      bearer_methods_supported: ['header'],
      resource_name: 'Events and Gigs',
    };
  }

  @Get(`${PROTECTED_RESOURCE}/mcp`)
  @Public()
  @Operation('getProtectedResourceOfAgents', 'Get the metadata of the protected resource for agents', {
    description: 'The same, with `POST /mcp` as the `resource` (RFC 9728, 3.3).',
  })
  @ApiOkResponse({ type: ProtectedResourceDto, description: 'What the service says of `/mcp`.' })
  describeMcp(@PublicUrl() url: string) {
    return this.describe(`${url}/mcp`);
  }
}
