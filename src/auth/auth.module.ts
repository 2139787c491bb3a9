import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { Authentication } from './authentication.js';
import { Tokens } from './tokens.js';

/**
 * Owns the verification of tokens, and no table. A request without a valid token is refused before its body
 * is read; the algorithm and the keys are those of the configuration, never of the token. It must not know
 * profiles or resources: policies decide on access.
 */
@Module({
  controllers: [AuthController],
  providers: [Authentication, Tokens],
  exports: [Authentication],
})
export class AuthModule {}
