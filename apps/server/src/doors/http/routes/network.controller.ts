import { CloseNetworkQuery, NetworkBody, NetworkView } from '@kenny/contract';
import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { AgentsDoor } from '../../../network/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { Ctx } from '../pipeline/request-state.js';
import { mustReachAllPcs } from './whole-fleet.js';

/** Where other PCs find the server. */
@Access('admin')
@Controller('api/server/network')
export class NetworkController {
  constructor(private readonly door: AgentsDoor) {}

  @Get()
  @Answers(200, NetworkView, 'Where PCs connect, and the addresses that could be opened for them.')
  view(): NetworkView {
    return this.door.view();
  }

  @Put()
  @Answers(200, NetworkView, 'Open: agents are served there, and nothing else.')
  open(@Ctx() ctx: CallContext, @Body() body: NetworkBody): Promise<NetworkView> {
    mustReachAllPcs(ctx.principal, 'Opening an address for other PCs');
    return this.door.open(ctx, body);
  }

  @Delete()
  @Answers(200, NetworkView, 'Closed; PCs that were installed with it cannot connect any more.')
  close(@Ctx() ctx: CallContext, @Query() { address }: CloseNetworkQuery): Promise<NetworkView> {
    mustReachAllPcs(ctx.principal, 'Closing the address for other PCs');
    return this.door.close(ctx, address);
  }
}
