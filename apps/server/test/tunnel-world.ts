import { AGENT_SOCKET_PATH, type PolicyRule } from '@kenny/contract';
import { keyFingerprint, serverSignatures } from '@kenny/handshake/server';
import { FakeAgent, FakeClock, type FakeAgentOptions } from '@kenny/testing';
import { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { AppConfig } from '../src/config/index.js';
import {
  InProcessEventBus,
  PolicySource,
  type EventMap,
  type EventName,
} from '../src/kernel/index.js';
import { AgentAuthenticator, type Proven } from '../src/tunnel/agent-authenticator.js';
import { AgentRegistry } from '../src/tunnel/agent-registry.js';
import { AGENT_SOCKET_OPTIONS, AgentSockets } from '../src/tunnel/agent-sockets.js';
import { FrameCounts } from '../src/tunnel/frame-counts.js';
import { TunnelService } from '../src/tunnel/tunnel.service.js';

const signatures = serverSignatures();
const SERVER_SEED = Buffer.alloc(32, 1);

/** A PC's seed that is always the same for the same id. */
export function seedOf(agentId: string): Buffer {
  return createHash('sha256').update(agentId).digest();
}

class KnownKeys extends AgentAuthenticator {
  readonly signer = signatures.createSigner(SERVER_SEED);
  readonly keys = new Map<string, Buffer>();
  readonly tokens = new Map<string, string>();

  override sign(transcript: Uint8Array): Buffer {
    return this.signer.sign(transcript);
  }

  override verify(agentId: string, transcript: Uint8Array, signature: string): Proven | undefined {
    const key = this.keys.get(agentId);
    if (!key || !signatures.verify(key, transcript, Buffer.from(signature, 'base64')))
      return undefined;
    return { agent_uid: `uid-${agentId}`, agent_key: keyFingerprint(key) };
  }

  override verifyToken(agentId: string, token: string): Proven | undefined {
    if (token === '' || this.tokens.get(agentId) !== token) return undefined;
    return { agent_uid: `uid-${agentId}`, agent_key: 'legacy' };
  }
}

class Rules extends PolicySource {
  current: PolicyRule[] = [];
  override rules(): readonly PolicyRule[] {
    return this.current;
  }
}

/** Beside what the fake is told: whether the server has its key. */
type AgentOptions = Partial<FakeAgentOptions> & { known?: boolean };

/** The tunnel alone over real sockets, on a clock that the test moves. */
export class TunnelWorld {
  readonly clock = new FakeClock();
  readonly events = new InProcessEventBus();
  readonly keys = new KnownKeys();
  readonly policy = new Rules();
  readonly registry = new AgentRegistry(this.clock);
  readonly counts = new FrameCounts();
  readonly tunnel = new TunnelService(
    this.registry,
    this.policy,
    this.counts,
    this.events,
    this.clock,
  );
  readonly seen: { name: EventName; payload: unknown }[] = [];
  /** Sockets that were accepted by the WebSocket layer. */
  accepted = 0;
  /** Sockets that the WebSocket layer gave up. */
  broken = 0;
  /** Messages that the door has been given. */
  messages = 0;
  /** Bytes that came over all sockets. */
  bytesRead = 0;
  private readonly server = createServer();
  private readonly waiting = new Set<() => void>();
  private readonly agents: FakeAgent[] = [];
  private readonly sockets: WebSocketServer;

  private constructor(config: Pick<AppConfig, 'trustProxy'>) {
    Logger.overrideLogger(false);
    const door = new AgentSockets(
      this.tunnel,
      this.keys,
      this.events,
      this.clock,
      config as AppConfig,
    );
    this.sockets = new WebSocketServer({
      server: this.server,
      path: AGENT_SOCKET_PATH,
      ...AGENT_SOCKET_OPTIONS,
    });
    this.sockets.on('connection', (socket, request) => {
      this.accepted += 1;
      request.socket.on('data', (data: Buffer) => {
        this.bytesRead += data.length;
        this.changed();
      });
      door.handle(socket, request);
      socket.on('error', () => {
        this.broken += 1;
        this.changed();
      });
      socket.on('message', () => {
        this.messages += 1;
        this.changed();
      });
      this.changed();
    });
    for (const name of EVENT_NAMES) {
      this.events.on(name, (payload) => {
        this.seen.push({ name, payload });
        this.changed();
      });
    }
  }

  static async start(
    config: Pick<AppConfig, 'trustProxy'> = { trustProxy: [] },
  ): Promise<TunnelWorld> {
    const world = new TunnelWorld(config);
    world.server.listen(0, '127.0.0.1');
    await once(world.server, 'listening');
    return world;
  }

  /** An agent that is through its handshake. */
  async online(agentId: string, options: AgentOptions = {}): Promise<FakeAgent> {
    const agent = this.agent(agentId, options);
    await agent.connect();
    return agent;
  }

  /** Asks a PC for the list of a folder. */
  request(
    agentId: string,
    id: string,
    extra: { signal?: AbortSignal; timeoutMs?: number } = {},
  ): ReturnType<TunnelService['request']> {
    const call = { id, tool: 'fs_list', args: { path: '/tmp' }, timeoutMs: 35_000, ...extra };
    return this.tunnel.request(this.recipient(agentId), call);
  }

  /** A PC as a call names it. */
  recipient(agent_id: string) {
    const agent_key = keyFingerprint(this.keys.keys.get(agent_id) ?? Buffer.alloc(32));
    return { agent_id, agent_uid: `uid-${agent_id}`, agent_key };
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `ws://127.0.0.1:${port}${AGENT_SOCKET_PATH}`;
  }

  /** A PC whose key the server knows, unless `known` says otherwise. */
  agent(agentId: string, options: AgentOptions = {}): FakeAgent {
    const { known = true, ...rest } = options;
    const agent = new FakeAgent({
      url: this.url,
      agentId,
      seed: seedOf(agentId),
      serverPublicKey: this.keys.signer.publicKey,
      ...rest,
    });
    if (known) this.keys.keys.set(agentId, Buffer.from(agent.publicKey));
    this.agents.push(agent);
    return agent;
  }

  /** Resolves as soon as `condition` holds; looked at after every event and every socket. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return;
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }

  bytesBeyond(bytes: number): Promise<void> {
    return this.until(() => this.bytesRead > bytes);
  }

  of<N extends EventName>(name: N): EventMap[N][] {
    return this.seen
      .filter((event) => event.name === name)
      .map(({ payload }) => payload as EventMap[N]);
  }

  async stop(): Promise<void> {
    for (const agent of this.agents) await agent.terminate().catch(() => undefined);
    this.tunnel.onApplicationShutdown();
    for (const client of this.sockets.clients) client.terminate();
    this.sockets.close();
    this.server.close();
  }

  private changed(): void {
    for (const look of [...this.waiting]) look();
  }
}

const EVENT_NAMES: EventName[] = [
  'agent.online',
  'agent.offline',
  'agent.cloned',
  'agent.refused',
  'telemetry.received',
  'log.received',
  'frame.dropped',
  'response.late',
  'response.offered',
];
