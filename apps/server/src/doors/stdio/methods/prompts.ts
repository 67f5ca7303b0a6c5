import { SERVER_FILES, type RpcCommand } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { ChatService } from '../../../chat/index.js';
import { KennyError, type CallContext } from '../../../kernel/index.js';
import { callableTools } from '../../../model-tools/index.js';
import { PromptFiles } from '../../../prompts/index.js';
import type { RpcHandlers } from '../rpc-call.js';
import { invalidParams, rpcError } from '../rpc-error.js';

type Names =
  'prompts/list' | 'prompts/expand' | 'commands/list' | 'commands/run' | 'resources/startup';

interface Builtin {
  readonly name: string;
  readonly description: string;
  readonly run: () => readonly string[] | Promise<readonly string[]>;
}

/** What whoever runs the server has written for its chat, and the few commands of our own. */
@Injectable()
export class PromptMethods {
  readonly handlers: RpcHandlers<Names>;
  /** They only tell: none reaches a tool. */
  private readonly builtins: readonly Builtin[] = [
    {
      ...{ name: 'help', description: 'Lists the slash commands' },
      run: async () => (await this.commands()).map(commandLine),
    },
    {
      ...{ name: 'tools', description: 'Lists the tools that the model is offered' },
      run: () => callableTools().map(({ name, description }) => `${name}: ${description}`),
    },
  ];

  constructor(
    chat: ChatService,
    private readonly files: PromptFiles,
  ) {
    const inOwn =
      <P extends { sessionId: string }, R>(work: (params: P) => Promise<R>) =>
      async ({ ctx }: { ctx: CallContext }, params: P): Promise<R> => {
        await chat.own(ctx, params.sessionId);
        return work(params);
      };
    this.handlers = {
      'prompts/list': async () => {
        const { items } = await files.prompts();
        return {
          prompts: items.map(({ argument_hint: argumentHint, ...prompt }) => ({
            ...{ ...prompt, argumentHint },
          })),
        };
      },
      'prompts/expand': (_call, { command, arguments: args }) => this.expanded(command, args),
      'commands/list': inOwn(async () => ({ commands: await this.commands() })),
      'commands/run': inOwn(({ name }) => this.run(name)),
      'resources/startup': inOwn(async () => ({ sections: await this.sections() })),
    };
  }

  private async expanded(command: string, args: string | null | undefined) {
    try {
      return await this.files.expand(command, args ?? '');
    } catch (error) {
      if (!(error instanceof KennyError) || error.code !== 'not_found') throw error;
      throw rpcError('invalid_params', error.message, { kenny: error.code });
    }
  }

  private async commands(): Promise<RpcCommand[]> {
    const [prompts, skills] = await Promise.all([this.files.prompts(), this.files.skills()]);
    return [
      ...this.builtins.map(({ name, description }) => ({
        ...{ name, description, source: 'builtin' as const, executable: true },
      })),
      ...prompts.items.map(({ command, description, argument_hint, path }) => ({
        ...{ name: command, description, source: 'prompt' as const, path },
        ...(argument_hint === null ? {} : { argumentHint: argument_hint }),
      })),
      ...skills.items.map(({ name, description, path }) => ({
        ...{ name: `skill:${name}`, description, source: 'skill' as const, path },
      })),
    ];
  }

  private async run(asked: string) {
    const name = asked.replace(/^\//, '');
    const builtin = this.builtins.find((one) => one.name === name);
    if (!builtin) throw invalidParams(`Unknown plugin command: ${name}`);
    return { command: name, output: [...(await builtin.run())], result: null };
  }

  /** As a conversation's start screen shows it; what has nothing in it is left out. */
  private async sections() {
    const [agents, skills, prompts] = await Promise.all([
      this.files.agentsFile(),
      this.files.skills(),
      this.files.prompts(),
    ]);
    const context = agents && 'text' in agents ? [SERVER_FILES.agentsFile] : [];
    const refused =
      agents && 'refused' in agents ? [`${SERVER_FILES.agentsFile}: ${agents.refused}`] : [];
    const others = [...skills.refused, ...prompts.refused];
    const sections = [
      { name: 'Context', items: context },
      { name: 'Skills', items: skills.items.map(({ name }) => name) },
      { name: 'Prompts', items: prompts.items.map(({ command }) => `/${command}`) },
      {
        name: 'Not used',
        items: [...refused, ...others.map(({ path, reason }) => `${path}: ${reason}`)],
      },
    ];
    return sections.filter(({ items }) => items.length > 0);
  }
}

function commandLine({ name, description }: RpcCommand): string {
  return `/${name}: ${description}`;
}
