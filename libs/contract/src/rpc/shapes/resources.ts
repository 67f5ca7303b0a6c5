import {
  AnyJson,
  AnyObject,
  Bool,
  ListOf,
  Nested,
  Nullable,
  OneOf,
  Optional,
  Text,
  TextList,
} from '../../define/decorators.js';
import { CHAT_LIMITS } from '../../http/vocabulary.js';
import { RpcSessionParams } from './sessions.js';

/** Workspaces, tools, commands, prompts. */

export class RpcWorkspaceParams {
  /** `kenny://agent/<id>` or a folder of the machine on which `kenny rpc` runs; default: its own. */
  @Nullable()
  @Text({ max: 4096 })
  workspaceRoot?: string | null;
}

export class RpcWorkspace {
  @Text({ max: 4096 })
  root!: string;
}

export class RpcWorkspaceInfo extends RpcWorkspace {
  /** The folder's name, or the PC's. */
  @Text({ max: 255 })
  basename!: string;

  /** Of a PC: it is online and its remote control is on. */
  @Bool()
  writable!: boolean;
}

export class RpcToolFunction {
  @Text({ max: 64 })
  name!: string;

  @Text({ max: 4096 })
  description!: string;

  /** JSON Schema. */
  @AnyObject()
  parameters!: Record<string, unknown>;
}

export class RpcTool {
  @OneOf(['function'])
  type!: 'function';

  @Nested(() => RpcToolFunction)
  function!: RpcToolFunction;
}

export class RpcToolList {
  @ListOf(() => RpcTool, 500)
  tools!: RpcTool[];
}

export class RpcCommand {
  /** Without the slash; of a skill `skill:<name>`. */
  @Text({ max: 200 })
  name!: string;

  @Text({ max: 4096 })
  description!: string;

  @OneOf(['builtin', 'prompt', 'skill'])
  source!: 'builtin' | 'prompt' | 'skill';

  @Optional()
  @Text()
  path?: string;

  @Optional()
  @Text({ max: 200 })
  argumentHint?: string;

  @Optional()
  @Bool()
  executable?: boolean;
}

export class RpcCommandList {
  @ListOf(() => RpcCommand, 2000)
  commands!: RpcCommand[];
}

export class RpcRunCommand extends RpcSessionParams {
  @Text({ min: 1, max: 200 })
  name!: string;

  @Nullable()
  @Text({ max: CHAT_LIMITS.message })
  arguments?: string | null;
}

export class RpcCommandRun {
  @Text({ max: 200 })
  command!: string;

  @TextList({ max: 1000, length: 100_000 })
  output!: string[];

  @AnyJson()
  result?: unknown;
}

export class RpcResourceSection {
  @Text({ max: 64 })
  name!: string;

  @TextList({ max: 2000 })
  items!: string[];
}

export class RpcStartupResources {
  @ListOf(() => RpcResourceSection, 10)
  sections!: RpcResourceSection[];
}

export class RpcPrompt {
  @Text({ max: 200 })
  command!: string;

  @Text({ max: 4096 })
  description!: string;

  @Nullable()
  @Text({ max: 200 })
  argumentHint!: string | null;

  @Text()
  path!: string;
}

export class RpcPromptList {
  @ListOf(() => RpcPrompt, 2000)
  prompts!: RpcPrompt[];
}

export class RpcExpandPrompt {
  /** With or without its slash. */
  @Text({ min: 1, max: 200 })
  command!: string;

  @Nullable()
  @Text({ max: CHAT_LIMITS.message })
  arguments?: string | null;
}

export class RpcExpandedPrompt {
  @Text({ max: 200 })
  command!: string;

  @Text({ max: CHAT_LIMITS.text })
  text!: string;
}
