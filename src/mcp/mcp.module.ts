import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { Tools } from './tools.js';

/**
 * Owns the tools for agents, and no table. A tool calls the services of the controllers, under the same
 * access, limits and errors; none deletes. It must not have rules of its own, nor read a table.
 */
@Module({ controllers: [McpController], providers: [McpService, Tools] })
export class McpModule {}
