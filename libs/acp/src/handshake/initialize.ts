import { isObject } from '@kenny/kernel';
import { AcpError } from '../limits/acp-error.js';
import { ACP_LIMITS } from '../limits/limits.js';
import { defined, readId, Reading } from '../limits/reading.js';
import type { AgentCapabilities, AgentFacts, AuthMethod } from './agent.js';

const CLIENT = { name: 'kenny', title: 'kenny' };

/** Understood by agents of v1 and, since they ignore what they do not know, by the seed's. */
export const initializeParams = (version: string) => ({
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  clientInfo: { ...CLIENT, version },
  capabilities: { streaming: true },
});

/** For agents that refused the number. */
export const seedInitializeParams = (version: string) => ({
  protocolVersion: '1.0',
  clientInfo: { name: CLIENT.name, version },
  capabilities: { streaming: true },
});

/** What an agent answered to `initialize`. @throws AcpError `protocol_version`, `initialize_failed` */
export function readAgent(result: unknown): AgentFacts {
  if (!isObject(result)) {
    throw new AcpError('initialize_failed', 'The agent answered initialize with no object');
  }
  const { protocolVersion: version } = result;
  if (typeof version === 'string' ? version === '1.0' : isSeedByName(result))
    return seedAgent(result);
  if (version === 1) return v1Agent(result);
  const told = new Reading().name(version) ?? JSON.stringify(version) ?? 'none';
  throw new AcpError(
    'protocol_version',
    `The agent speaks version ${told.slice(0, 40)} of the Agent Client Protocol, and 1 and "1.0" are spoken here. Install a version of it that speaks 1.`,
  );
}

/** Lines have no answer to `initialize`. */
export const legacyAgent = (agentId: string | undefined): AgentFacts => ({
  dialect: 'legacy',
  name: agentId ?? 'legacy agent',
  version: '',
  capabilities: { loadSession: false, resumeSession: false, httpMcp: false, images: false },
  authMethods: [],
});

function isSeedByName({
  protocolVersion,
  serverInfo,
  agentInfo,
}: Record<string, unknown>): boolean {
  const known = protocolVersion === 1 || protocolVersion === undefined;
  return known && isObject(serverInfo) && agentInfo === undefined;
}

function seedAgent({ serverInfo, capabilities }: Record<string, unknown>): AgentFacts {
  const resumes = isObject(capabilities) && capabilities['sessionResumption'] === true;
  return {
    ...namesIn(serverInfo),
    dialect: 'seed',
    capabilities: { loadSession: resumes, resumeSession: false, httpMcp: false, images: false },
    authMethods: [],
  };
}

function v1Agent({
  agentInfo,
  agentCapabilities,
  authMethods,
}: Record<string, unknown>): AgentFacts {
  return {
    ...namesIn(agentInfo),
    dialect: 'v1',
    capabilities: v1Capabilities(isObject(agentCapabilities) ? agentCapabilities : {}),
    authMethods: new Reading().list(authMethods, ACP_LIMITS.authMethods).flatMap(readAuthMethod),
  };
}

function namesIn(info: unknown): { name: string; version: string; title?: string } {
  const reading = new Reading();
  const { name, version, title } = isObject(info) ? info : {};
  return defined({
    name: reading.name(name) ?? 'agent without a name',
    version: reading.name(version) ?? '',
    title: reading.name(title),
  });
}

function v1Capabilities(told: Record<string, unknown>): AgentCapabilities {
  const part = (key: string): Record<string, unknown> => {
    const value = told[key];
    return isObject(value) ? value : {};
  };
  return {
    loadSession: told['loadSession'] === true,
    resumeSession: isObject(part('sessionCapabilities')['resume']),
    httpMcp: part('mcpCapabilities')['http'] === true,
    images: part('promptCapabilities')['image'] === true,
  };
}

function readAuthMethod(value: unknown): AuthMethod[] {
  const id = isObject(value) ? readId(value['id']) : undefined;
  if (!isObject(value) || id === undefined) return [];
  const reading = new Reading();
  const { type, _meta, vars, args, env } = value;
  const isAgents = type === undefined || type === null || type === 'agent';
  const elsewhere = [vars, args, env].some((demand) => demand !== undefined);
  const terminal = isObject(_meta) && 'terminal-auth' in _meta;
  return [
    defined({
      id,
      name: reading.name(value['name']) ?? id,
      description: reading.title(value['description']),
      satisfiable: isAgents && !elsewhere && !terminal,
    }),
  ];
}
