import { MCP_PATH, PROTECTED_RESOURCE_PATH, ProtectedResource } from '@kenny/contract';
import { toWebRequest } from '@modelcontextprotocol/node';
import { All, Controller, Get, Inject, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TokensService } from '../../../auth/index.js';
import { APP_CONFIG, type AppConfig } from '../../../config/index.js';
import { KennyError } from '../../../kernel/index.js';
import { clientName, McpEndpoint, McpExchange, protectedResource } from '../../../mcp/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { JsonRpcErrorFilter } from '../pipeline/json-rpc-error.filter.js';
import { callContext, stateOf } from '../pipeline/request-state.js';
import { sendWebResponse } from '../streams/send-web-response.js';

/** The MCP endpoint; the pipeline has recognised the caller. */
@Access('mcp')
@UseFilters(JsonRpcErrorFilter)
@Controller()
export class McpController {
  constructor(
    private readonly endpoint: McpEndpoint,
    private readonly tokens: TokensService,
  ) {}

  /** Every method: which ones are meaningful depends on the client's protocol revision. */
  @All(MCP_PATH)
  async serve(@Req() request: Request, @Res() response: Response): Promise<void> {
    // Express accepts other spellings; a second address would have to be secured too.
    if (request.path !== MCP_PATH) throw new KennyError('not_found', `MCP is at ${MCP_PATH}.`);
    const { principal, request_id } = callContext(stateOf(request));
    // On every close, not only an early one: a session is in use until its answers are sent.
    const ending = new AbortController();
    response.on('close', () => ending.abort());
    const ended = ending.signal;
    const body: unknown = request.body;
    const client = clientName(body);
    if (client !== null && principal.token_id !== null) {
      this.tokens.noteClient(principal.token_id, client);
    }
    const asked = await toWebRequest(request, body, { signal: ended });
    const exchange = new McpExchange(principal, request_id, ended);
    await sendWebResponse(await this.endpoint.answer(asked, body, exchange), response);
  }
}

/** What a client may learn before it has a token (RFC 9728), at both places where clients look. */
@Access('open')
@Controller()
export class ProtectedResourceController {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  @Get(PROTECTED_RESOURCE_PATH)
  @Answers(200, ProtectedResource, 'The MCP door as an OAuth 2.0 protected resource.')
  atRoot(): ProtectedResource {
    return protectedResource(this.config);
  }

  @Get(`${PROTECTED_RESOURCE_PATH}${MCP_PATH}`)
  @Answers(200, ProtectedResource, 'The same, where a client looks that knows the path.')
  atPath(): ProtectedResource {
    return protectedResource(this.config);
  }
}
