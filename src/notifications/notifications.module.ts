import { Module } from '@nestjs/common';
import { WebhookModule } from '../webhook/webhook.module.js';
import { NotificationStream } from './notification.stream.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';

/**
 * Owns the table `notifications`: the inbox and its stream. A notification is written in the transaction of
 * its cause, and the stream delivers it at least once, on any instance. It must not know events
 * or applications: the cause passes it the recipients and the texts.
 */
@Module({
  imports: [WebhookModule],
  controllers: [NotificationsController],
  providers: [NotificationStream, NotificationsService],
  exports: [NotificationsService],
})
export class NotificationsModule {}
