import {
  TOOL_CLASSES,
  type ApprovalView,
  type CreatedToken,
  type CreateTokenBody,
  type ToolClass,
} from '@kenny/contract';
import { randomUUID } from 'node:crypto';
import { TasksAtWork, type TurnAtWork } from '../src/mcp/index.js';
import { TaskTokens, type IssuedToken } from '../src/tasks/gate/index.js';
import type { AServer } from './a-server.js';
import { connectClient, mcpToken, type McpClient, type ToolAnswer } from './mcp-world.js';

interface TaskLimits {
  readonly title?: string;
  readonly agents?: readonly string[] | null;
  readonly classes?: readonly ToolClass[] | null;
  /** Of its agent's type. */
  readonly typeClasses?: readonly ToolClass[];
}

/** A token of a person who starts tasks. */
export function starterToken(
  server: AServer,
  rights: Partial<CreateTokenBody> = {},
): Promise<CreatedToken> {
  return mcpToken(server, { scope: 'operator', operator: { id: 'anna' }, ...rights });
}

/** A task as `/mcp` knows it: its token, its turn, and what it remembers. */
export class ATask {
  readonly id = randomUUID();
  readonly session_id = randomUUID();
  /** Sensitive reads, as whoever runs tasks would store them. */
  readonly reads: string[] = [];
  private readonly clients: McpClient[] = [];

  constructor(
    private readonly server: AServer,
    readonly starter: CreatedToken,
    private readonly limits: TaskLimits = {},
  ) {}

  /** A run begins. */
  issue(): Promise<IssuedToken> {
    const { title = 'Why is pc1 slow?', agents = null, classes = null } = this.limits;
    const type = { classes: this.limits.typeClasses ?? TOOL_CLASSES };
    const task = { id: this.id, title, agents, classes };
    return this.server.get(TaskTokens).issue(task, type, this.starter.id);
  }

  beginTurn(changes: Partial<TurnAtWork> = {}): string {
    const turn_id = randomUUID();
    this.server.get(TasksAtWork).begin(this.id, {
      ...{ session_id: this.session_id, turn_id, reads: () => this.reads },
      noteRead: (read) => {
        this.reads.push(read);
        return Promise.resolve();
      },
      ...changes,
    });
    return turn_id;
  }

  endTurn(turnId: string): void {
    this.server.get(TasksAtWork).end(this.id, turnId);
  }

  /** Its agent's client, with the token of a new run unless it is given one. */
  async client(secret?: string): Promise<McpClient> {
    const token = secret ?? (await this.issue()).secret;
    const client = await connectClient('sdk 2 legacy', { url: this.server.url, token });
    this.clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.clients.splice(0)) await client.close();
  }
}

/** The approval that an answer speaks of. */
export function approvalIn(answer: ToolAnswer): ApprovalView {
  const { approval } = answer.structuredContent as { approval?: ApprovalView };
  if (!approval) throw new Error(`nothing waits: ${JSON.stringify(answer)}`);
  return approval;
}

export function errorIn(answer: ToolAnswer): { code: string; message: string } {
  const { error } = answer.structuredContent as { error?: { code: string; message: string } };
  if (!error) throw new Error(`no error: ${JSON.stringify(answer)}`);
  return error;
}
