import {
  AGENT_FEATURES,
  CATALOG,
  KENNY_VERSION,
  PROTOCOL_VERSION,
  type FrameOf,
  type Os,
  type RegisterMeta,
} from '@kenny/contract/agent';

/** The builders' PC ID. */
export const EXAMPLE_PC = 'example-pc';

/** What a kenny agent says of itself: a Linux PC with all that the catalog has for its system. */
export function aMeta(changes: Partial<RegisterMeta> = {}): RegisterMeta {
  const os = changes.os ?? 'linux';
  return {
    hostname: 'EXAMPLE-PC',
    os,
    version: KENNY_VERSION,
    arch: 'x86_64',
    tools: toolsOn(os),
    features: [...AGENT_FEATURES],
    remote_control: true,
    service: true,
    ...changes,
  };
}

export function aRegister(
  changes: Partial<Omit<FrameOf<'register'>, 'meta'>> & { meta?: Partial<RegisterMeta> } = {},
): FrameOf<'register'> {
  return {
    type: 'register',
    agent_id: EXAMPLE_PC,
    protocol: PROTOCOL_VERSION,
    client_nonce: Buffer.alloc(32, 0xaa).toString('base64'),
    ...changes,
    meta: aMeta(changes.meta),
  };
}

export function aRequest(changes: Partial<FrameOf<'request'>> = {}): FrameOf<'request'> {
  return { type: 'request', id: 'call-1', tool: 'fs_disk_usage', args: {}, ...changes };
}

export function aLog(changes: Partial<FrameOf<'log'>> = {}): FrameOf<'log'> {
  return {
    type: 'log',
    agent_id: EXAMPLE_PC,
    at: '2026-06-04T12:00:00.000Z',
    level: 'warn',
    target: 'agent.connection',
    message: 'connection lost; trying again',
    fields: { backoff_s: 4 },
    ...changes,
  };
}

function toolsOn(os: Os): string[] {
  return CATALOG.tools
    .filter((tool) => tool.where === 'agent' && tool.os.includes(os))
    .map((tool) => tool.name);
}
