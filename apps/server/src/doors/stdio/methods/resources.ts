import { RPC_URIS, type RpcWorkspaceParams } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { FleetService } from '../../../telemetry/index.js';
import type { RpcHandlers } from '../rpc-call.js';
import { invalidParams } from '../rpc-error.js';
import { workspaceOf } from '../views/session-view.js';

type Names = 'workspace/validate' | 'workspace/info';

/** PCs as workspaces; folders are the business of `kenny rpc` itself. */
@Injectable()
export class ResourceMethods {
  readonly handlers: RpcHandlers<Names>;

  constructor(private readonly fleet: FleetService) {
    this.handlers = {
      'workspace/validate': ({ ctx }, params) => ({ root: this.pc(ctx, params).root }),
      'workspace/info': ({ ctx }, params) => {
        const { root, pc } = this.pc(ctx, params);
        const writable = pc.online && pc.meta?.remote_control !== false;
        return { root, basename: pc.meta?.hostname ?? pc.name, writable };
      },
    };
  }

  /** @throws KennyError `unknown_agent`, RpcError `invalid_params` */
  private pc({ principal }: CallContext, { workspaceRoot }: RpcWorkspaceParams) {
    const { agent_id } = workspaceOf(workspaceRoot);
    if (agent_id === null) throw invalidParams(`Name a PC: ${RPC_URIS.agent}<id>`);
    const pc = this.fleet.agent(principal, agent_id);
    return { root: `${RPC_URIS.agent}${pc.agent_id}`, pc };
  }
}
