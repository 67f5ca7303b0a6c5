import type {
  ApprovalView,
  ChatAnswer,
  ChatSessionDetail,
  CreatedToken,
  ErrorBody,
} from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { NO_ANSWER, responseFixture } from '@kenny/testing';
import { EventBus } from '../src/kernel/index.js';
import { AServer, type Answer } from './a-server.js';
import { keepDatabase } from './set-back.js';
import { ToldBrain, use, wanting } from './told-brain.js';

/** A refusal as `http` hands it over. */
export type Refused = Answer<ErrorBody>;

const nothing = (): void => undefined;

/** A server with a brain that says what it is told, one PC, and Anna who talks with it. */
export class ChatWorld {
  readonly brain = new ToldBrain();
  /** What the PC was told to run. */
  readonly ran: unknown[] = [];
  /** How often it was asked for a list, and whether it answers. */
  listed = 0;
  silent = false;
  private onListing = nothing;
  private running: AServer | undefined;
  private annasToken = '';

  private constructor(
    private readonly dataDir: string,
    private readonly clock: Clock | undefined,
  ) {}

  static async start(dataDir: string, clock?: Clock): Promise<ChatWorld> {
    const world = new ChatWorld(dataDir, clock);
    await world.run();
    await world.server.connected('pc1', world.agent());
    world.annasToken = await world.token({ operator: { id: 'anna', name: 'Anna' } });
    return world;
  }

  get server(): AServer {
    if (!this.running) throw new Error('the server does not run');
    return this.running;
  }

  get anna(): string {
    return this.annasToken;
  }

  private async run(): Promise<void> {
    const { dataDir, brain, clock } = this;
    this.running = await AServer.start({ dataDir, brain, ...(clock ? { clock } : {}) });
  }

  private agent() {
    return {
      meta: { os: 'linux' as const },
      features: ['shell_exec' as const],
      handlers: {
        fs_list: () => {
          this.listed += 1;
          this.onListing();
          return this.silent ? NO_ANSWER : (responseFixture('fs_list').result ?? {});
        },
        fs_read: () => responseFixture('fs_read').result ?? {},
        shell_exec: (args: unknown) => {
          this.ran.push(args);
          return { stdout: 'restarted\n', stderr: '', exit_code: 0 };
        },
      },
    };
  }

  /** The same data folder, the next process; the PC comes back. */
  async restart(): Promise<void> {
    await this.server.stop();
    await this.run();
    await this.server.connect('pc1', this.agent());
  }

  /** As when a backup is put back: the database forgets what `work` did, and nothing else does. */
  async setBack(work: () => Promise<unknown>): Promise<void> {
    await this.server.stop();
    const kept = await keepDatabase(this.dataDir);
    await this.run();
    await work();
    await this.server.stop();
    await kept.putBack();
    await this.run();
    await this.server.connect('pc1', this.agent());
  }

  async token(rights: object): Promise<string> {
    const body = { name: 'test', scope: 'operator', decide: true, ...rights };
    return (await this.server.http<CreatedToken>('POST', '/api/tokens', body)).body.token;
  }

  ask(body: object, token = this.anna): Promise<Answer<ChatAnswer>> {
    return this.server.http('POST', '/api/chat', body, token);
  }

  confirm(body: object, token = this.anna): Promise<Answer<ChatAnswer>> {
    return this.server.http('POST', '/api/chat/confirm', body, token);
  }

  async show(id: string, token = this.anna): Promise<ChatSessionDetail> {
    const path = `/api/chat/sessions/${id}`;
    return (await this.server.http<ChatSessionDetail>('GET', path, undefined, token)).body;
  }

  /** The next time that the PC is asked for a list. */
  listing(): Promise<void> {
    return new Promise((resolve) => (this.onListing = resolve));
  }

  /** The next approval that is opened. */
  opened(): Promise<ApprovalView> {
    return new Promise((resolve) => {
      const stop = this.server.get(EventBus).on('approval.changed', ({ approval }) => {
        if (approval.state !== 'pending') return;
        stop();
        resolve(approval);
      });
    });
  }

  /** Resolves when no turn of that conversation is at work any more; Anna has not looked at it. */
  async settled(sessionId: string): Promise<void> {
    let stepped = nothing;
    const stop = this.server.get(EventBus).on('chat.stepped', ({ session_id }) => {
      if (session_id === sessionId) stepped();
    });
    for (;;) {
      const step = new Promise<void>((resolve) => (stepped = resolve));
      if ((await this.show(sessionId, this.server.admin)).state !== 'running') break;
      await step;
    }
    stop();
  }

  /** A turn that waits for approval of a change. */
  async waiting(command: string, more: object = {}): Promise<Waiting> {
    this.brain.will(wanting(use('shell_exec', { command, agent_id: 'pc1' })));
    const { body } = await this.ask({ message: `run ${command}`, ...more });
    const { session_id, turn_id, pending } = body;
    if (!pending?.approval) throw new Error(`nothing waits: ${JSON.stringify(body)}`);
    return { session_id, turn_id, approval: pending.approval };
  }
}

export interface Waiting {
  readonly session_id: string;
  readonly turn_id: string;
  readonly approval: ApprovalView;
}

/** What a client of ours says with a decision. */
export function aboutIt({ session_id, approval: { id, call_sha256 } }: Waiting) {
  return { session_id, approval_id: id, call_sha256 };
}
