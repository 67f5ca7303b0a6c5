import * as shapes from '../shapes/index.js';
import { CHANGES, READS, type RpcMethodDefinition } from './method.js';

export const RESOURCE_METHODS = {
  'workspace/validate': {
    ...READS,
    ...{ group: 'workspace' },
    params: shapes.RpcWorkspaceParams,
    result: shapes.RpcWorkspace,
    purpose: 'the folder by its real path, or the PC if there is one of that id',
  },
  'workspace/info': {
    ...READS,
    ...{ group: 'workspace' },
    params: shapes.RpcWorkspaceParams,
    result: shapes.RpcWorkspaceInfo,
    purpose: 'its name, and whether anything could be changed there',
  },
  'commands/list': {
    ...READS,
    ...{ group: 'commands' },
    params: shapes.RpcSessionParams,
    result: shapes.RpcCommandList,
    purpose: 'slash commands of prompts and skills',
  },
  'commands/run': {
    ...CHANGES,
    ...{ group: 'commands' },
    params: shapes.RpcRunCommand,
    result: shapes.RpcCommandRun,
    purpose: 'runs a builtin command; each only tells something',
  },
  'resources/startup': {
    ...READS,
    ...{ group: 'startupResources' },
    params: shapes.RpcSessionParams,
    result: shapes.RpcStartupResources,
    purpose: 'what a conversation begins with: context, skills, prompts',
  },
  'prompts/list': {
    ...READS,
    ...{ group: 'prompts' },
    params: shapes.RpcNothing,
    result: shapes.RpcPromptList,
    purpose: "the server's prompt templates",
  },
  'prompts/expand': {
    ...READS,
    ...{ group: 'prompts' },
    params: shapes.RpcExpandPrompt,
    result: shapes.RpcExpandedPrompt,
    purpose: 'the text of a template with its arguments',
  },
} as const satisfies Record<string, RpcMethodDefinition>;
