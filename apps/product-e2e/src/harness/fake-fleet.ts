import {
  AGENT_SOCKET_PATH,
  API_PATHS,
  CATALOG,
  agentEnrollPath,
  isToolName,
  TIMES,
  type EnrollmentIssued,
} from '@kenny/contract';
import { decodeKey, encodeBase64, serverSignatures } from '@kenny/handshake/server';
import {
  FakeAgent,
  responseFixture,
  type FakeAgentOptions,
  type FakeHandler,
} from '@kenny/testing';
import { createHash } from 'node:crypto';
import { setInterval } from 'node:timers';
import type { Api } from './api.js';
import type { World } from './world.js';

/** One PC to be: what the operator calls it, and what its agent says and answers. */
export interface FakePc extends Partial<Pick<FakeAgentOptions, 'meta' | 'features' | 'handlers'>> {
  readonly id: string;
  readonly name?: string;
  readonly tags?: readonly string[];
}

/** Requests and handshakes at the same time; the server lets in 64 at once. */
const AT_ONCE = 24;
const signatures = serverSignatures();

/** Agents on real sockets with keys of their own, which say and answer what a test tells them. */
export class FakeFleet {
  private readonly agents = new Map<string, FakeAgent>();
  private readonly pcs = new Map<string, FakePc>();
  /** As each was told when it enrolled; none talks to a server with another one. */
  private readonly serverKeys = new Map<string, Buffer>();

  constructor(
    world: World,
    private readonly api: Api,
  ) {
    // Without it the server would take them for gone.
    const heartbeat = setInterval(() => this.ping(), TIMES.heartbeatMs).unref();
    world.onClose(async () => {
      clearInterval(heartbeat);
      await Promise.all([...this.agents.values()].map((agent) => agent.terminate()));
    });
  }

  /** Adds, enrols and connects them; resolves when all are online. */
  async join(pcs: readonly FakePc[]): Promise<void> {
    await inLanes(pcs, async (pc) => {
      this.pcs.set(pc.id, pc);
      await this.enrol(pc);
      await this.connect(pc.id);
    });
  }

  /** New connections of all that have joined, but for some; nobody enrols again. */
  async reconnect(but: readonly string[] = []): Promise<void> {
    const ids = [...this.pcs.keys()].filter((id) => !but.includes(id));
    await inLanes(ids, async (id) => void (await this.connect(id)));
  }

  agent(id: string): FakeAgent {
    const agent = this.agents.get(id);
    if (!agent) throw new Error(`${id} is not connected`);
    return agent;
  }

  /** Also again, after its connection was lost. */
  async connect(id: string): Promise<FakeAgent> {
    const pc = this.pcs.get(id);
    if (!pc) throw new Error(`${id} has not joined`);
    const { meta, features } = pc;
    const serverPublicKey = this.serverKeys.get(id);
    const agent = new FakeAgent({
      url: this.api.url.replace(/^http/, 'ws') + AGENT_SOCKET_PATH,
      agentId: id,
      seed: seedOf(id),
      ...(serverPublicKey ? { serverPublicKey } : {}),
      meta: { hostname: id.toUpperCase(), ...meta },
      ...(features ? { features } : {}),
      handlers: { ...FROM_FIXTURES, ...pc.handlers },
    });
    await agent.connect();
    this.agents.set(id, agent);
    return agent;
  }

  /** The PC is switched off. */
  async leave(id: string): Promise<void> {
    await this.agent(id).close();
    this.agents.delete(id);
  }

  private async enrol({ id, name, tags }: FakePc): Promise<void> {
    const added = await this.api.post<EnrollmentIssued>(API_PATHS.agents, {
      agent_id: id,
      ...(name === undefined ? {} : { name }),
    });
    must(added, 201);
    const public_key = encodeBase64(signatures.createSigner(seedOf(id)).publicKey);
    const { enrollment, server_public_key } = added.body;
    const { token } = enrollment;
    const serverKey = decodeKey(server_public_key);
    if (serverKey) this.serverKeys.set(id, serverKey);
    must(await this.api.as(token).post(agentEnrollPath(id), { public_key }), 200);
    if (tags)
      must(await this.api.patch(API_PATHS.agent(id), { tags, allow_too_few_approvers: true }), 200);
  }

  private ping(): void {
    for (const agent of this.agents.values()) agent.send({ type: 'ping' });
  }
}

/** What every tool answers unless a PC knows better. */
const FROM_FIXTURES: Readonly<Record<string, FakeHandler>> = Object.fromEntries(
  CATALOG.tools
    .filter(({ where }) => where === 'agent')
    .map(({ name }) => name)
    .filter(isToolName)
    .map((name): [string, FakeHandler] => [
      name,
      () => {
        const { result } = responseFixture(name);
        if (!result) throw new Error(`the fixture of ${name} has no result`);
        return result;
      },
    ]),
);

function seedOf(id: string): Buffer {
  return createHash('sha256').update(`kenny e2e ${id}`).digest();
}

function must({ status, text }: { status: number; text: string }, wanted: number): void {
  if (status !== wanted) throw new Error(`${wanted} was expected, not ${status}: ${text}`);
}

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const left = all.values();
  const lane = async (): Promise<void> => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
