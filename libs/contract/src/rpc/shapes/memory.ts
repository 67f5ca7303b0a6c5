import {
  AnyJson,
  AnyObject,
  Bool,
  Nested,
  Nullable,
  ObjectList,
  Optional,
  Text,
  TextList,
} from '../../define/decorators.js';

/** There are no files: each says so. */
export class RpcMemoryPaths {
  @Nullable()
  @Text()
  core!: string | null;

  @Nullable()
  @Text()
  soft!: string | null;

  @Nullable()
  @Text()
  events!: string | null;
}

export class RpcMemoryStatus {
  @Bool()
  enabled!: boolean;

  @Bool()
  autoSummary!: boolean;

  @Nested(() => RpcMemoryPaths)
  paths!: RpcMemoryPaths;
}

export class RpcMemoryEnabled {
  @Bool()
  enabled!: boolean;
}

export class RpcMemoryAutoSummary {
  @Bool()
  autoSummary!: boolean;
}

export class RpcListMemories {
  @Nullable()
  @Bool()
  includeInactive?: boolean | null;
}

/** Both shapes that clients read: by layer, and core by scope. */
export class RpcMemoryList {
  @ObjectList()
  core!: Record<string, unknown>[];

  @ObjectList()
  soft!: Record<string, unknown>[];

  @ObjectList()
  global_core!: Record<string, unknown>[];

  @ObjectList()
  workspace_core!: Record<string, unknown>[];

  @ObjectList()
  workspace_soft!: Record<string, unknown>[];
}

export class RpcAddMemory {
  @Text({ max: 4096 })
  text!: string;

  /** `global` (default) or `agent:<id>`. */
  @Nullable()
  @Text({ max: 128 })
  scope?: string | null;

  @Nullable()
  @TextList({ max: 10, length: 64 })
  tags?: string[] | null;
}

export class RpcMemory {
  @AnyObject()
  memory!: Record<string, unknown>;
}

export class RpcMemoryParams {
  @Text({ min: 1, max: 64 })
  id!: string;
}

export class RpcForgotten {
  @Bool()
  forgotten!: boolean;
}

export class RpcMemoryInspection extends RpcMemoryStatus {
  @ObjectList()
  core!: Record<string, unknown>[];

  @ObjectList()
  soft!: Record<string, unknown>[];
}

export class RpcWhyMemory {
  @Nullable()
  @Text({ max: 64 })
  sessionId?: string | null;
}

/** What the last retrieval took and why, or `{message}`. */
export class RpcMemoryWhy {
  @Optional()
  @Text()
  message?: string;

  @AnyJson()
  retrieval?: unknown;
}

export class RpcMemories {
  @ObjectList()
  memories!: Record<string, unknown>[];
}
