import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { Authentication } from './authentication.js';
import { Tokens } from './tokens.js';

@Module({
  controllers: [AuthController],
  providers: [Authentication, Tokens],
  exports: [Authentication],
})
export class AuthModule {}
