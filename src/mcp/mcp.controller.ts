import { Body, Controller, HttpCode, type OnModuleInit, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SignedIn } from '../common/access.js';
import { Operation, Route } from '../common/api.decorators.js';
import { Config } from '../common/config.js';
import { Problem, sendProblem } from '../common/problem.js';
import { EnumField, KeepsFurtherMembers, TextField } from '../common/validation/fields.js';
import { McpService } from './mcp.service.js';

/** A JSON-RPC message. The protocol's SDK validates the rest of it. */
@KeepsFurtherMembers()
class McpMessageDto {
  @EnumField(['2.0'], { example: '2.0' })
  jsonrpc: '2.0';

  @TextField({ min: 1, max: 255, example: 'tools/list' })
  method: string;
}

@ApiTags('Agents')
@Controller('mcp')
export class McpController implements OnModuleInit {
  constructor(
    private readonly mcp: McpService,
    private readonly config: Config,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
  ) {}

  /**
   * Refuses pages of origins that neither CORS nor `PUBLIC_URL` allows. The request's own host allows none:
   * any page may point its name here (DNS rebinding). Refuses to open streams and to end sessions: there are
   * none.
   */
  onModuleInit(): void {
    const { PUBLIC_URL } = this.config;
    const server = this.host.httpAdapter?.getInstance(); // a job run by hand has no server
    const foreign = new Problem('NOT_A_PARTY', 'Pages of this origin may not call (CORS_ORIGINS).');
    server?.addHook('preValidation', ({ headers: { origin }, routeOptions: { url } }, reply, done) => {
      const isOwn = !origin || (PUBLIC_URL && origin === new URL(PUBLIC_URL).origin);
      done(url !== '/mcp' || isOwn || reply.hasHeader('access-control-allow-origin') ? undefined : foreign);
    });
    const refusal = new Problem('NOT_FOUND', 'There are no streams and no sessions here: POST.');
    const refuse = (request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(refusal, request, reply.header('allow', 'POST'), 405);
    server?.route({ method: ['GET', 'DELETE'], url: '/mcp', handler: refuse });
  }

  @Post()
  @HttpCode(200)
  @SignedIn()
  @Route({ challenged: true })
  @Operation('callMcp', 'Speak the Model Context Protocol', {
    description: 'Streamable HTTP without sessions, in JSON. A refusal is a tool error with its `code`.',
    problems: ['NOT_A_PARTY'],
  })
  @ApiOkResponse({ schema: { type: 'object' }, description: 'The answer of JSON-RPC: a result or an error.' })
  @ApiAcceptedResponse({ description: 'A notification was taken.' })
  async call(
    @Body() message: McpMessageDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const response = await this.mcp.handle(message, request);
    const text = await response.text();
    reply.status(response.status);
    if (text) reply.header('content-type', 'application/json; charset=utf-8');
    return text || undefined;
  }
}
