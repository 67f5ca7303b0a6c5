import { CATALOG, type CatalogTool } from '@kenny/contract';
import { aMeta, strictFake } from '@kenny/testing';
import { aLiveAgent, asking, PC } from '../../test/gate-world.js';
import type { AgentDirectory, AgentRecord, AgentsService, LiveAgent } from '../auth/index.js';
import { KennyError } from '../kernel/index.js';
import { Targets } from './target.js';

function tool(name: string): CatalogTool {
  const found = CATALOG.tools.find((each) => each.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}

function targets(live: LiveAgent | undefined = aLiveAgent(), tags: string[] = []): Targets {
  const record = strictFake<AgentRecord>('AgentRecord', { ...PC, tags });
  const agents = strictFake<AgentsService>('AgentsService', {
    list: () => [record, strictFake<AgentRecord>('AgentRecord', { agent_id: 'pc2' })],
    get: (id) => (id === PC.agent_id ? record : undefined),
    getByUid: (uid) => (uid === PC.agent_uid ? record : undefined),
  });
  return new Targets(agents, strictFake<AgentDirectory>('AgentDirectory', { get: () => live }));
}

const windowsOnly = CATALOG.tools.find(({ os }) => !os.includes('linux'))?.name ?? '';
const find = (of: Targets, id: string | undefined, name = 'shell_exec', agents?: string[]) =>
  of.find(asking(agents ? { agents } : {}), tool(name), id);

function refusalOf(look: () => unknown): unknown {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof KennyError)) throw error;
    return error.details ? { code: error.code, details: error.details } : error.code;
  }
}

describe('Targets', () => {
  it('finds the PC and its connection', () => {
    expect(find(targets(), 'pc1')).toMatchObject({ record: PC, live: PC });
  });

  it('lists the PCs that one may see when none is named', () => {
    expect(refusalOf(() => find(targets(), undefined, 'shell_exec', ['pc2']))).toEqual({
      code: 'no_agent',
      details: { agents: ['pc2'] },
    });
  });

  it('says alike that there is no such PC and that one may not see it', () => {
    const other = () => find(targets(), 'pc1', 'shell_exec', ['pc2']);
    expect(refusalOf(() => find(targets(), 'pc9'))).toBe('unknown_agent');
    expect(refusalOf(other)).toBe('unknown_agent');
  });

  it('takes no connection of an earlier enrolment', () => {
    const earlier = aLiveAgent({ agent_uid: 'uid-before' });
    expect(refusalOf(() => find(targets(earlier), 'pc1'))).toBe('offline');
  });

  it('refuses a tool that the system of the PC does not have', () => {
    expect(refusalOf(() => find(targets(), 'pc1', windowsOnly))).toBe('unsupported');
  });

  it('refuses a newer tool to an agent that does not announce it', () => {
    const old = aLiveAgent({ meta: aMeta({ features: [], tools: [] }) });
    expect(find(targets(old), 'pc1', 'fs_list')).toMatchObject({ live: PC });
    expect(refusalOf(() => find(targets(old), 'pc1', 'shell_exec'))).toBe('unsupported');
  });

  it('knows from its tags whether a PC wants two people', () => {
    expect(targets().wantsTwoKeys(PC.agent_uid)).toBe(false);
    expect(targets(undefined, ['two-key']).wantsTwoKeys(PC.agent_uid)).toBe(true);
    expect(targets(undefined, ['two-key']).wantsTwoKeys('uid-of-none')).toBe(false);
  });
});
