import {
  AGENT_TOOL_NAMES,
  CATALOG,
  check,
  describeIssues,
  isAgentToolName,
  type AgentToolName,
  type CatalogTool,
  type FrameOf,
} from '@kenny/contract/agent';
import { canonicalText, findUnsafe } from '@kenny/kernel';
import { createHash } from 'node:crypto';
import { ToolFailure } from '../errors/tool-failure.js';

/** Why a call is ended early. */
export type Ending = 'deadline' | 'cancelled' | 'switched_off' | 'disconnected' | 'stopping';

const TOOLS: ReadonlyMap<string, CatalogTool> = new Map(
  CATALOG.tools
    .filter(({ name }) => AGENT_TOOL_NAMES.some((known) => known === name))
    .map((tool) => [tool.name, tool]),
);

/** A valid request: a known tool with valid arguments, defaults filled in. */
export class Call {
  private readonly controller = new AbortController();
  private endedBy: { ending: Ending; detail: string } | undefined;

  private constructor(
    readonly id: string,
    readonly tool: AgentToolName,
    readonly args: Record<string, unknown>,
    readonly changes: boolean,
    readonly deadlineMs: number,
    /**
     * SHA-256 of tool and arguments: tells a repeated request from another one with the same id.
     */
    readonly digest: string,
    /** Its approval, where the server names one. */
    readonly approval: string | undefined,
  ) {}

  /** @throws ToolFailure for an unknown tool or invalid arguments */
  static from(frame: FrameOf<'request'>): Call {
    const definition = TOOLS.get(frame.tool);
    if (!definition || !isAgentToolName(frame.tool)) {
      throw new ToolFailure('unsupported', `unknown tool: ${frame.tool}`);
    }
    const args = structuredClone(frame.args);
    const problem = findUnsafe(args) ?? describeIssues(check(`args:${frame.tool}`, args));
    if (problem) throw new ToolFailure('bad_args', problem);
    const text = canonicalText({ tool: frame.tool, args });
    return new Call(
      frame.id,
      frame.tool,
      args,
      definition.effect === 'change',
      deadlineSeconds(definition, args) * 1000,
      createHash('sha256').update(text).digest('hex'),
      frame.approval,
    );
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Why it was ended early, if it was; the first reason counts. */
  get early(): { ending: Ending; detail: string } | undefined {
    return this.endedBy;
  }

  end(ending: Ending, detail = ''): void {
    this.endedBy ??= { ending, detail };
    this.controller.abort();
  }
}

function deadlineSeconds({ deadline }: CatalogTool, args: Record<string, unknown>): number {
  const asked = deadline.from === undefined ? undefined : args[deadline.from];
  return typeof asked === 'number' ? asked : deadline.default_s;
}
