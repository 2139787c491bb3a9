import { Module } from '@nestjs/common';
import { AuthController } from './auth.controller.js';
import { Authentication } from './authentication.js';
import { ProtectedResourceController } from './protected-resource.controller.js';
import { Tokens } from './tokens.js';

@Module({
  controllers: [AuthController, ProtectedResourceController],
  providers: [Authentication, Tokens],
  exports: [Authentication],
})
export class AuthModule {}
