import type { RpcParamsOf, RpcResultOf, RpcServerMethod } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { ChatWorld } from './chat-world.js';
import { RpcTestClient } from './rpc-client.js';
import { saying } from './told-brain.js';

/** A server, and Anna who talks with it in one conversation over `/rpc`. */
export class RpcChat {
  private constructor(
    readonly world: ChatWorld,
    readonly client: RpcTestClient,
    readonly sessionId: string,
  ) {}

  static async start(dataDir: string, clock?: Clock): Promise<RpcChat> {
    const world = await ChatWorld.start(dataDir, clock);
    const client = await RpcTestClient.open(world.server.url, world.anna);
    const { id } = await client.ask('sessions/create', { name: 'here' });
    await client.ask('kenny/attach', { sessionId: id });
    return new RpcChat(world, client, id);
  }

  ask<M extends RpcServerMethod>(
    method: M,
    params: Partial<RpcParamsOf<M>> = {},
  ): Promise<RpcResultOf<M>> {
    return this.client.ask(method, params);
  }

  fail(method: string, params: unknown = {}) {
    return this.client.fail(method, params);
  }

  /** A message that the model answers, or what it was told to do before; ends with its turn. */
  async say(input: string, plans: Parameters<ChatWorld['brain']['will']> = [saying('Good.')]) {
    this.world.brain.will(...plans);
    const turn = await this.ask('turns/start', { sessionId: this.sessionId, input });
    await this.client.finished(turn.id);
    return turn;
  }

  /** Somebody else at the same server. */
  async other(rights: object): Promise<RpcTestClient> {
    return RpcTestClient.open(this.world.server.url, await this.world.token(rights));
  }

  /** @throws when the model was asked for more than it was told */
  async stop(): Promise<void> {
    await this.world.server.stop();
    this.world.brain.mustBeDone();
  }
}
