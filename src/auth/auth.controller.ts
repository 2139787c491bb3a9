import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../common/access.js';
import { Operation } from '../common/api.js';
import { Config } from '../common/config.js';
import { Problem } from '../common/problem.js';
import { TokenDto, TokenRequestDto } from './auth.dto.js';
import { TOKEN_LIFETIME, Tokens } from './tokens.js';

@ApiTags('Authentication')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly tokens: Tokens,
    private readonly config: Config,
  ) {}

  @Post('token')
  @Public()
  @Operation('createDevelopmentToken', 'A token for development and QA', {
    description: 'Sign in as anyone. Served outside production only (`AUTH_DEV_TOKENS`), else 404.',
    answers: ['NOT_FOUND'],
  })
  @ApiCreatedResponse({ type: TokenDto, description: 'The token, for the Authorize button above.' })
  async token(@Body() { userId, name }: TokenRequestDto): Promise<TokenDto> {
    if (!this.config.devTokens) throw new Problem('NOT_FOUND');
    return {
      accessToken: await this.tokens.sign(userId, name),
      tokenType: 'Bearer',
      expiresIn: TOKEN_LIFETIME,
    };
  }
}
