import {
  checkWith,
  describeIssues,
  RPC_CATALOG,
  type RpcMethodFacts,
  type RpcServerMethod,
} from '@kenny/contract';
import { rpcValidators } from '@kenny/contract/http-validators';
import { RpcError, type KeyOf, type Params, type Peer, type RequestContext } from '@kenny/jsonrpc';
import { Injectable, Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { requestContext } from '../../kernel/index.js';
import { RefusalLog } from '../../logging/index.js';
import { reaches } from '../admission/access.js';
import { expectedError } from '../admission/thrown-error.js';
import { ConfigMethods } from './methods/config.js';
import { BranchMethods } from './methods/branches.js';
import { ConnectionMethods } from './methods/connection.js';
import { LoggingMethods } from './methods/logging.js';
import { MemoryMethods } from './methods/memory.js';
import { ModelMethods } from './methods/models.js';
import { PromptMethods } from './methods/prompts.js';
import { QuestionMethods } from './methods/questions.js';
import { ResourceMethods } from './methods/resources.js';
import { RuntimeMethods } from './methods/runtime.js';
import { SessionMethods } from './methods/sessions.js';
import { TurnMethods } from './methods/turns.js';
import type { RpcCall, RpcClient, RpcHandlers } from './rpc-call.js';
import { invalidParams, rpcError, translated } from './rpc-error.js';

type Handler = (call: RpcCall, params: Params) => unknown;

/** A request on its way to its handler. */
interface Asked {
  readonly method: RpcServerMethod;
  readonly params: Params;
  readonly request: RequestContext;
}

/** The handler of every method that is there; a missing one does not compile. */
@Injectable()
export class RpcMethods {
  private readonly logger = new Logger('Rpc');
  private readonly handlers: RpcHandlers;

  constructor(
    connection: ConnectionMethods,
    sessions: SessionMethods,
    branches: BranchMethods,
    turns: TurnMethods,
    questions: QuestionMethods,
    runtime: RuntimeMethods,
    resources: ResourceMethods,
    memory: MemoryMethods,
    models: ModelMethods,
    prompts: PromptMethods,
    config: ConfigMethods,
    logging: LoggingMethods,
    private readonly refusals: RefusalLog,
  ) {
    this.handlers = {
      ...connection.handlers,
      ...sessions.handlers,
      ...branches.handlers,
      ...turns.handlers,
      ...questions.handlers,
      ...runtime.handlers,
      ...resources.handlers,
      ...memory.handlers,
      ...models.handlers,
      ...prompts.handlers,
      ...config.handlers,
      ...logging.handlers,
    };
  }

  /** @param endAccess - for a token that has ended */
  serve(peer: Peer, client: RpcClient, endAccess: () => void): void {
    const names = Object.keys(this.handlers) as RpcServerMethod[];
    for (const method of names) {
      const handler = async (params: Params, request: RequestContext): Promise<unknown> => {
        try {
          return await this.run(client, { method, params, request });
        } catch (error) {
          if (isEnded(error)) request.afterReply(endAccess);
          throw error;
        }
      };
      if (RPC_CATALOG[method].pace === 'slow') peer.onSlow(method, handler);
      else peer.onQuick(method, handler, keyOf(RPC_CATALOG[method]));
    }
  }

  private async run(client: RpcClient, { method, params, request }: Asked): Promise<unknown> {
    const { visitor } = client;
    const request_id = randomUUID();
    return requestContext.run({ request_id }, async () => {
      try {
        // At each request: a token may have ended since the last one.
        const principal = await visitor.recognise();
        requestContext.add({ operator_id: principal.id });
        const { audience } = RPC_CATALOG[method];
        if (!reaches(principal.scope, audience)) {
          throw rpcError('unauthorized', `This needs a token of scope ${audience}`);
        }
        mustFit(method, params);
        const { signal } = request;
        const ctx = { principal, door: visitor.door, request_id, signal };
        const handler = this.handlers[method] as Handler;
        return await handler({ ctx, client, request }, params);
      } catch (thrown) {
        if (thrown instanceof RpcError) throw thrown;
        const error = expectedError(thrown, `/rpc ${method}`, {
          logger: this.logger,
          mayTell: () => this.refusals.mayTell(visitor.token_id),
        });
        throw translated(error, params);
      }
    });
  }
}

function mustFit(method: RpcServerMethod, params: Params): void {
  const issues = checkWith(rpcValidators, `params:${method}`, params);
  if (issues.length > 0) throw invalidParams(`Invalid params: ${describeIssues(issues)}`);
}

function keyOf({ key }: RpcMethodFacts): KeyOf {
  if (key === 'global') return () => undefined;
  return ({ sessionId, turnId }) => `session ${String(sessionId ?? turnId)}`;
}

function isEnded(error: unknown): boolean {
  if (!(error instanceof RpcError)) return false;
  const data = error.data as { kenny?: unknown } | undefined;
  return data?.kenny === 'unauthenticated';
}
