import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { CollectionsModule } from '../collections/collections.module.js';
import { EventsModule } from '../events/events.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { Tools } from './tools.js';

@Module({
  imports: [ApplicationsModule, CollectionsModule, EventsModule, InteractionsModule, NotificationsModule],
  controllers: [McpController],
  providers: [McpService, Tools],
})
export class McpModule {}
