import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { AuthController } from './auth.controller.js';
import { Authentication } from './authentication.js';
import { Tokens } from './tokens.js';

@Module({
  imports: [UsersModule],
  controllers: [AuthController],
  providers: [Authentication, Tokens],
  exports: [Authentication],
})
export class AuthModule {}
