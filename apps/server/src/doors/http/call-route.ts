import { API_PATHS, CallToolBody } from '@kenny/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { AccessGuard } from './pipeline/access.guard.js';
import { mustHaveRule, type AccessRule } from '../admission/access.js';
import { TOOL } from './routes/dto/words.js';
import { ErrorFilter } from './pipeline/error.filter.js';
import { readBody } from './pipeline/read-body.js';
import { requestArrival, type RequestArrival } from './pipeline/request-arrival.js';
import { callContext } from './pipeline/request-state.js';
import { refuseForeign } from '../admission/same-origin.js';
import { sendJson } from './pipeline/send-json.js';
import { ToolsController } from './routes/tools.controller.js';
import { judgedBody } from './pipeline/validation.js';

const PREFIX = API_PATHS.tool('');
/** Every other spelling of the address goes the usual way, to the same controller. */
const TOOL_NAME = new RegExp(TOOL.pattern);

/**
 * The short way to `POST /api/tools/{tool}`, which is asked more often than all other routes
 * together (ADR 0028). The steps are those of every route, in the same order and from the same
 * places; left out is what Express, Nest's router and rxjs do between them.
 */
export class CallRoute {
  private readonly rule: AccessRule;
  private readonly arrive: RequestArrival;
  private readonly guard: AccessGuard;
  private readonly tools: ToolsController;
  private readonly errors: ErrorFilter;
  private readonly config: AppConfig;

  constructor(app: INestApplicationContext) {
    this.guard = app.get(AccessGuard);
    this.tools = app.get(ToolsController);
    this.errors = app.get(ErrorFilter);
    this.config = app.get<AppConfig>(APP_CONFIG);
    this.arrive = requestArrival(this.config);
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its metadata is read
    this.rule = mustHaveRule(app.get(Reflector), ToolsController.prototype.call, ToolsController);
  }

  /** Stands before whoever listens to the server's requests so far. */
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
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const state = this.arrive(request, response);
    try {
      refuseForeign(request, this.config);
      await this.guard.admit(request, this.rule);
      const body = judgedBody(await readBody(request, this.rule.audience), CallToolBody);
      sendJson(
        request,
        response,
        await this.tools.call(callContext(state), { tool }, body, response),
      );
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
