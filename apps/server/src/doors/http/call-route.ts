import { API_PATHS, CallToolBody } from '@kenny/contract';
import type { INestApplicationContext } from '@nestjs/common';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { ErrorFilter } from './pipeline/error.filter.js';
import { RequestPipeline, type RouteRule } from './pipeline/request-pipeline.js';
import { callContext } from './pipeline/request-state.js';
import { sendJson } from './pipeline/send-json.js';
import { judgedBody } from './pipeline/validation.js';
import { TOOL } from './routes/dto/words.js';
import { ToolsController } from './routes/tools.controller.js';

const PREFIX = API_PATHS.tool('');
/** Every other spelling of the address reaches the same controller through Nest. */
const TOOL_NAME = new RegExp(TOOL.pattern);

/**
 * The short way to `POST /api/tools/{tool}`, which is asked more often than all other routes
 * together (ADR 0028): the same pipeline, without Express, Nest's router and rxjs.
 */
export class CallRoute {
  private readonly rule: RouteRule;
  private readonly pipeline: RequestPipeline;
  private readonly tools: ToolsController;
  private readonly errors: ErrorFilter;

  constructor(app: INestApplicationContext) {
    this.pipeline = app.get(RequestPipeline);
    this.tools = app.get(ToolsController);
    this.errors = app.get(ErrorFilter);
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its metadata is read
    this.rule = this.pipeline.ruleOf(ToolsController.prototype.call, ToolsController);
  }

  /** Comes before the listeners that the server has so far. */
  takeFrom(server: Server): void {
    const others = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      const tool = toolOf(request);
      if (tool === undefined) for (const other of others) other.call(server, request, response);
      else void this.answer(tool, request, response);
    });
  }

  private async answer(
    tool: string,
    request: IncomingMessage & { body?: unknown },
    response: ServerResponse,
  ): Promise<void> {
    const state = this.pipeline.receive(request, response);
    try {
      this.pipeline.enter(request);
      await this.pipeline.run(request, this.rule);
      const body = judgedBody(request.body, CallToolBody);
      const answer = await this.tools.call(callContext(state), { tool }, body, response);
      sendJson(request, response, answer);
    } catch (error) {
      this.errors.answer(error, request, response);
    }
  }
}

function toolOf({ method, url = '' }: IncomingMessage): string | undefined {
  if (method !== 'POST' || !url.startsWith(PREFIX)) return undefined;
  const name = url.slice(PREFIX.length);
  return TOOL_NAME.test(name) ? name : undefined;
}
