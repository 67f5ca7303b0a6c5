import type { ContainerCreateOptions } from 'dockerode';
import { AGENT_PROCESSES } from './limits.js';
import type { AgentType } from '../types/index.js';
import type { Bind } from './sandbox.js';

/** Finds our containers, and the run that each is of. */
export const MARKER_LABEL = 'kenny.task-run';
/** agentctl's own; the seed's. */
export const AGENTCTL_PORT = 9_999;
const MIB = 1024 * 1024;
const NANO = 1_000_000_000;

export interface ContainerPlan {
  readonly type: Pick<AgentType, 'memory_mb' | 'cpu_cores'>;
  readonly image: string;
  readonly marker: string;
  readonly name: string;
  /** `uid:gid` of the server: what the agent writes belongs to it, and no more. */
  readonly user: string | null;
  readonly binds: readonly Bind[];
  /** It sees the server's own loopback. */
  readonly hostNetwork: boolean;
}

/**
 * A container whose entry point is agentctl. Its token, the agent's command and environment come by
 * its stdin, which is its lifeline as well, so none of them shows in what the engine tells of it.
 */
export function containerOptions(plan: ContainerPlan): ContainerCreateOptions {
  const { type, image, marker, name, user, binds, hostNetwork } = plan;
  const port = `${AGENTCTL_PORT}/tcp`;
  return {
    name,
    Image: image,
    Cmd: ['--managed'],
    Labels: { [MARKER_LABEL]: marker },
    ...(user === null ? {} : { User: user }),
    ...{ OpenStdin: true, StdinOnce: true, Tty: false },
    ...{ AttachStdin: true, AttachStdout: true, AttachStderr: true },
    ...(hostNetwork ? {} : { ExposedPorts: { [port]: {} } }),
    HostConfig: {
      Memory: type.memory_mb * MIB,
      MemorySwap: type.memory_mb * MIB,
      NanoCpus: Math.round(type.cpu_cores * NANO),
      PidsLimit: AGENT_PROCESSES,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Init: true,
      RestartPolicy: { Name: 'no' },
      Mounts: binds.map(({ from, to, writable }) => ({
        ...{ Type: 'bind' as const, Source: from, Target: to, ReadOnly: !writable },
      })),
      ...(hostNetwork
        ? { NetworkMode: 'host' }
        : { PortBindings: { [port]: [{ HostIp: '127.0.0.1', HostPort: '' }] } }),
    },
  };
}
