import { Module } from '@nestjs/common';
import { Creations } from './creations.js';
import { OwnData } from './own-data.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/**
 * Owns the tables `users` and `creation_counts`: profiles, daily limits, export and deletion of own data.
 * Rows of a user are written only while the profile exists, so a deletion leaves none behind. It must not
 * know the modules that hold such rows: they describe their tables to `OwnData`.
 */
@Module({
  controllers: [UsersController],
  providers: [Creations, OwnData, UsersService],
  exports: [Creations, UsersService],
})
export class UsersModule {}
