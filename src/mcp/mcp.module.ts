import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller.js';
import { McpService } from './mcp.service.js';
import { Tools } from './tools.js';

@Module({ controllers: [McpController], providers: [McpService, Tools] })
export class McpModule {}
