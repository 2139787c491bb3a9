import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { NotificationStream } from './notification.stream.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';

@Module({
  imports: [UsersModule],
  controllers: [NotificationsController],
  providers: [NotificationStream, NotificationsService],
  exports: [NotificationsService],
})
export class NotificationsModule {}
