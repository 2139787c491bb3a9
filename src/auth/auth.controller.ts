import { Body, type CanActivate, Controller, Injectable, Post, UseGuards } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { Config } from '../common/config.js';
import { Creates } from '../common/http/creates.js';
import { Problem } from '../common/problem.js';
import { TokenDto, TokenRequestDto } from './auth.dto.js';
import { TOKEN_LIFETIME, Tokens } from './tokens.js';

/** Answers 404 where development tokens are not served, whatever the body is. */
@Injectable()
class ServesTokens implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(): boolean {
    if (!this.config.devTokens) throw new Problem('NOT_FOUND');
    return true;
  }
}

@ApiTags('Authentication')
@Controller('auth')
@UseGuards(ServesTokens)
export class AuthController {
  constructor(private readonly tokens: Tokens) {}

  @Post('token')
  @Public()
  @Operation('createDevelopmentToken', 'Sign in for development and QA', {
    description:
      'Anyone may sign in as anyone, for 12 hours. It is for development only: returns 404 if `AUTH_DEV_TOKENS` is off, as in ' +
      'production.',
    answers: ['NOT_FOUND'],
  })
  @Creates(TokenDto, 'The token. Swagger UI signs in with it.', () => '/users/me')
  async token(@Body() { userId, name }: TokenRequestDto): Promise<TokenDto> {
    return {
      accessToken: await this.tokens.sign(userId, name),
      tokenType: 'Bearer',
      expiresIn: TOKEN_LIFETIME,
    };
  }
}
