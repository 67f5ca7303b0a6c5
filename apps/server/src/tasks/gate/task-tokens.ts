import type { ToolClass } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { TaskAccess } from '../../auth/index.js';
import { ToolsAttached } from './tools-attached.js';

/** Of a task, as far as its rights go. */
export interface TaskRights {
  readonly id: string;
  readonly title: string;
  /** PCs; null = all that its starter reaches. */
  readonly agents: readonly string[] | null;
  /** Null = those of its starter and its agent's type. */
  readonly classes: readonly ToolClass[] | null;
}

/** What a run's agent is given, and what it may do with it. */
export interface IssuedToken {
  /** Goes into the headers of the MCP server that the agent is told of, and nowhere else. */
  readonly secret: string;
  readonly token_id: string;
  readonly agents: readonly string[] | null;
  readonly classes: readonly ToolClass[];
}

/** The tokens with which the agents of tasks come to `/mcp`. */
@Injectable()
export class TaskTokens {
  constructor(
    private readonly access: TaskAccess,
    private readonly attached: ToolsAttached,
  ) {}

  /**
   * For one run: starter's rights ∩ type's ∩ task's. The run before is shut out.
   * @throws KennyError `forbidden` when the starter's token has ended, or nothing is left
   */
  async issue(
    { id, title, agents, classes }: TaskRights,
    type: { readonly classes: readonly ToolClass[] },
    starterTokenId: string,
  ): Promise<IssuedToken> {
    const limits = [
      { agents: null, classes: type.classes },
      { agents, classes: classes ?? type.classes },
    ];
    const issued = await this.access.open({
      ...{ task_id: id, title, limits, starter_token_id: starterTokenId },
    });
    this.attached.begin(id);
    return issued;
  }

  /** A run is over. What it asked for may still run, so the token itself stays. */
  close(taskId: string): Promise<void> {
    return this.access.close(taskId);
  }
}
