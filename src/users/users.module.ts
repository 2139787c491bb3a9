import { Module } from '@nestjs/common';
import { Creations } from './creations.js';
import { OwnData } from './own-data.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController],
  providers: [Creations, OwnData, UsersService],
  exports: [Creations, UsersService],
})
export class UsersModule {}
