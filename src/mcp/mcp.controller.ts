import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Public, SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { Config } from '../common/config.js';
import { PublicUrl, publicUrlOf } from '../common/http/public-url.js';
import { Problem, sendProblem } from '../common/problem.js';
import { McpAnswerDto, McpMessageDto, ProtectedResourceDto } from './mcp.dto.js';
import { McpService } from './mcp.service.js';

const PATH = '/mcp';
const METADATA = '.well-known/oauth-protected-resource';

@ApiTags('Agents')
@Controller()
export class McpController {
  constructor(
    private readonly mcp: McpService,
    private readonly config: Config,
  ) {}

  /** Answers what the protocol's clients ask of an address without streams, and tells them where to get a token. */
  register(server: FastifyInstance): void {
    server.route({
      method: ['GET', 'DELETE'],
      url: PATH,
      handler: (request, reply) =>
        sendProblem(
          new Problem('NOT_FOUND', 'There are no streams and no sessions here: POST.'),
          request,
          reply.header('allow', 'POST'),
          405,
        ),
    });
    if (!this.config.AUTH_ISSUER) return;
    server.addHook('onSend', (request, reply, _payload, done) => {
      const metadata = () => `${publicUrlOf(request, this.config)}/${METADATA}`;
      if (reply.statusCode === 401 && request.routeOptions.url === PATH)
        reply.header('www-authenticate', `Bearer resource_metadata="${metadata()}"`);
      done();
    });
  }

  @Post('mcp')
  @HttpCode(200)
  @SignedIn()
  @Operation('callMcp', 'Speak the Model Context Protocol', {
    description:
      'For agents: Streamable HTTP without sessions and streams, answered as JSON. The tools do what the operations of the ' +
      'same names do, under the same access, limits and rules; a refusal is the error of a tool, with its `code`. Methods and ' +
      'revisions that are not known are errors of JSON-RPC, some of them with the status 400 or 404.',
  })
  @ApiOkResponse({ type: McpAnswerDto, description: 'The answer to a request.' })
  @ApiAcceptedResponse({ description: 'A notification was taken.' })
  async call(
    @Body() message: McpMessageDto,
    @Req() { caller, id, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | undefined> {
    const answer = await this.mcp.answer(message, { caller: caller!, requestId: id, headers });
    const text = await answer.text();
    reply.status(answer.status);
    if (text !== '') reply.header('content-type', 'application/json; charset=utf-8');
    return text || undefined;
  }

  @Get(METADATA)
  @Public()
  @Operation('getProtectedResource', 'Tell who gives out tokens', {
    description: 'Anyone may ask (RFC 9728). Clients of `POST /mcp` find the authorization server by it.',
  })
  @ApiOkResponse({ type: ProtectedResourceDto, description: 'What the service says of itself.' })
  metadata(@PublicUrl() url: string): ProtectedResourceDto {
    const { AUTH_ISSUER } = this.config;
    return {
      resource: url,
      ...(AUTH_ISSUER && { authorization_servers: [AUTH_ISSUER] }),
      bearer_methods_supported: ['header'],
      resource_name: 'Events and Gigs',
    };
  }
}
