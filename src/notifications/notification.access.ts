import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { NotificationEntity } from './notification.entity.js';
import { NotificationsService } from './notifications.service.js';

/** Only its recipient may see a notification; for everyone else it does not exist. */
@Injectable()
export class NotificationAccess implements AccessPolicy<NotificationEntity> {
  constructor(private readonly notifications: NotificationsService) {}

  find(id: string, caller: Caller): Promise<NotificationEntity | null> {
    return this.notifications.find(id, caller);
  }

  maySee(): boolean {
    return true;
  }

  refusal(): undefined {
    return undefined;
  }
}
