import { Module } from '@nestjs/common';
import { Outbox } from './outbox.js';
import { WebhookSender } from './webhook.sender.js';

/**
 * Owns the table `outbox_messages`: what waits for the operator's webhook. A message is written with its row,
 * and delivered at least once, by any instance; a slow receiver delays no request. It must not know
 * notifications or reports: their modules load the data by `@WebhookMessage`.
 */
@Module({ providers: [Outbox, WebhookSender], exports: [Outbox] })
export class WebhookModule {}
