import {
  AGENT_FEATURES,
  CONVERSATION_CATALOG,
  CONVERSATION_TOOLS,
  SCHEMA_HINTS,
  SECTION_NAMES,
  TOOLS,
  CATALOG,
  isToolName,
  type AnyTool,
  type CatalogTool,
  type Lookup,
} from '../index.js';

interface Property {
  type?: string;
  description?: string;
  enum?: unknown[];
  items?: Property;
  properties?: Record<string, Property>;
  [SCHEMA_HINTS.lookup]?: Lookup;
}

const definitions: readonly AnyTool[] = TOOLS;
const agentTools = definitions.filter((tool) => tool.where === 'agent');
const named = (tools: readonly { name: string }[]): string[] => tools.map((tool) => tool.name);

function catalogOf({ name }: AnyTool): CatalogTool {
  const tool = CATALOG.tools.find((entry) => entry.name === name);
  if (!tool) throw new Error(`${name} is not in the generated catalog`);
  return tool;
}

function propertiesOf(tool: AnyTool): Record<string, Property> {
  return catalogOf(tool).args['properties'] as Record<string, Property>;
}

/** Any text may stand in it, so somebody has to judge it. */
function isFreeText(property: Property): boolean {
  if (property.enum) return false;
  if (property.type === 'string' || property.type === undefined) return true;
  return property.items !== undefined && isFreeText(property.items);
}

/** Each schema below `node` with its place, so that a failure names it. */
function* schemasIn(node: unknown, at: string): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node) && 'type' in node) yield [at, node];
  for (const [key, child] of Object.entries(node)) yield* schemasIn(child, `${at}.${key}`);
}

const byEffect = (effect: string, risk: string): string[] =>
  named(definitions.filter((tool) => tool.effect === effect && tool.risk === risk)).sort();

describe('the tool catalog', () => {
  it('holds the 22 agent tools of the seed, six additions, and the seven of the server', () => {
    expect(named(agentTools)).toHaveLength(28);
    expect(named(definitions.filter((tool) => tool.where === 'server'))).toEqual([
      'list_agents',
      'select_agent',
      'fleet_overview',
      'agent_health',
      'agent_snapshot',
      'health_history',
      'waiting_requests',
    ]);
    expect(new Set(named(definitions)).size).toBe(definitions.length);
  });

  it('asks agents that announce nothing for the tools of the seed alone', () => {
    expect(named(agentTools.filter(({ since }) => since !== '0.8'))).toEqual([
      'shell_exec',
      'call_status',
      'disk_cleanable',
      'disk_clean',
      'fs_folder_sizes',
      'winget_search',
    ]);
    expect(AGENT_FEATURES).toEqual([
      'cancel',
      'call_status',
      'posix_rules',
      'shell_exec',
      'response_parts',
      'disk_cleanable',
      'disk_clean',
      'fs_folder_sizes',
      'winget_search',
    ]);
  });

  it('does not know what a conversation alone answers, so no door lists it and no PC gets it', () => {
    expect(named(CONVERSATION_TOOLS)).toEqual(['ask_operator', 'read_skill']);
    expect(named(CONVERSATION_CATALOG)).toEqual(named(CONVERSATION_TOOLS));
    expect(named(CONVERSATION_TOOLS).filter(isToolName)).toEqual([]);
    expect(JSON.stringify(CATALOG)).not.toContain('ask_operator');
  });

  it('names no tool beside a field that people fill in as it is called on the wire', () => {
    const names = named(definitions).filter((name) => name.includes('_'));
    for (const tool of agentTools) {
      for (const property of Object.values(propertiesOf(tool))) {
        const text = property.description ?? '';
        expect(names.filter((name) => text.includes(name))).toEqual([]);
      }
    }
  });

  it('gives every tool a name that models and MCP accept, and a description', () => {
    for (const { name, description } of [...definitions, ...CONVERSATION_TOOLS]) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{1,63}$/);
      expect(description).toMatch(/^[A-Z].{20,200}\.$/);
    }
  });

  it('ranks changes as the design does; every read has no risk', () => {
    expect(byEffect('change', 'high')).toEqual([
      'agent_update',
      'powershell_exec',
      'remotehelp_start',
      'shell_exec',
      'winget_install',
      'winget_uninstall',
      'winget_update',
    ]);
    expect(byEffect('change', 'medium')).toEqual(['disk_clean', 'net_adapter_reset']);
    expect(byEffect('change', 'low')).toEqual(['net_dns_flush', 'remotehelp_stop']);
    expect(byEffect('change', 'none')).toEqual([]);
    for (const tool of definitions) {
      if (tool.effect === 'read') expect([tool.name, tool.risk]).toEqual([tool.name, 'none']);
      if (tool.effect === 'read')
        expect([tool.name, tool.hints.destructive]).toEqual([tool.name, false]);
    }
  });

  it('marks the reads that show people their own data, and hides only call_status', () => {
    expect(named(definitions.filter((tool) => tool.sensitive)).sort()).toEqual([
      'diag_eventlog',
      'fs_read',
      'fs_search',
      'screen_capture',
    ]);
    expect(named(definitions.filter((tool) => tool.hidden))).toEqual(['call_status']);
  });

  it('knows which system can do what', () => {
    const windowsOnly = agentTools.filter((tool) => tool.os.join() === 'windows');
    expect(named(windowsOnly).sort()).toEqual([
      'net_adapter_reset',
      'net_dns_flush',
      'powershell_exec',
      'remotehelp_start',
      'remotehelp_stop',
      'winget_install',
      'winget_list',
      'winget_search',
      'winget_uninstall',
      'winget_update',
    ]);
    expect(named(agentTools.filter((tool) => tool.os.join() === 'windows,linux'))).toEqual([
      'screen_capture',
      'agent_update',
      'disk_cleanable',
      'disk_clean',
    ]);
    expect(named(agentTools.filter((tool) => tool.os.join() === 'linux,macos'))).toEqual([
      'shell_exec',
    ]);
  });

  it('gives every tool its deadline', () => {
    const seconds = (name: string): number => {
      // The first search of a PC downloads the catalog.
      if (name === 'winget_search') return 120;
      // Both download what may be a hundred megabytes.
      if (name.startsWith('winget_') || name === 'agent_update') return 600;
      // It may delete a million files.
      if (name === 'disk_clean') return 600;
      const slow = ['fs_search', 'fs_folder_sizes', 'telemetry_collect', 'disk_cleanable'];
      return slow.includes(name) ? 60 : 30;
    };
    for (const { name, deadline } of definitions)
      expect([name, deadline.default_s]).toEqual([name, seconds(name)]);
    const own = definitions.filter((tool) => tool.deadline.from !== undefined);
    expect(named(own)).toEqual(['powershell_exec', 'shell_exec']);
    for (const tool of own)
      expect(propertiesOf(tool)[tool.deadline.from ?? '']).toMatchObject({
        type: 'integer',
        minimum: 1,
        maximum: 600,
        default: tool.deadline.default_s,
      });
  });

  it('looks values up with a read of the same systems, in what that answers', () => {
    const looked = agentTools.flatMap((tool) =>
      Object.values(propertiesOf(tool)).flatMap((field) => {
        const lookup = field[SCHEMA_HINTS.lookup];
        return lookup ? [{ tool, lookup }] : [];
      }),
    );
    expect(looked.map(({ tool, lookup }) => [tool.name, lookup.tool])).toEqual([
      ['winget_install', 'winget_search'],
      ['winget_uninstall', 'winget_list'],
      ['winget_update', 'winget_list'],
    ]);
    for (const { tool, lookup } of looked) {
      const reading = CATALOG.tools.find(({ name }) => name === lookup.tool);
      expect(reading).toMatchObject({ effect: 'read', sensitive: false, os: tool.os });
      const answer = reading?.result as Property | undefined;
      const row = Object.keys(answer?.properties?.[lookup.list]?.items?.properties ?? {});
      const named = [lookup.value, ...lookup.shows, ...(lookup.has ? [lookup.has] : [])];
      expect(row).toEqual(expect.arrayContaining(named));
      const { query } = lookup;
      expect(Object.keys(reading?.args['properties'] ?? {})).toEqual(query ? [query] : []);
    }
  });

  it.each(agentTools.map((tool) => [tool.name, tool] as const))(
    '%s: every argument that takes free text is read by the guard, or says why not',
    (_name, tool) => {
      const read = new Set(Object.values(tool.guards).flat());
      const excused = Object.entries(tool.unguarded ?? {});
      const free = Object.entries(propertiesOf(tool)).filter(([, schema]) => isFreeText(schema));
      expect([...read, ...excused.map(([argument]) => argument)].sort()).toEqual(
        free.map(([argument]) => argument).sort(),
      );
      for (const [, reason] of excused) expect(String(reason).length).toBeGreaterThan(20);
    },
  );

  it('lets the guard read scripts, paths and addresses by the group that knows them', () => {
    const guardsOf = (name: string) => definitions.find((tool) => tool.name === name)?.guards;
    expect(guardsOf('powershell_exec')).toEqual({
      powershell: ['script'],
      self_protection: ['script'],
    });
    expect(guardsOf('shell_exec')).toEqual({ posix: ['command'], self_protection: ['command'] });
    expect(guardsOf('fs_list')).toEqual({ path: ['path'] });
    expect(guardsOf('fs_read')).toEqual({ path: ['path'] });
    expect(guardsOf('fs_search')).toEqual({ path: ['root'] });
    expect(guardsOf('agent_update')).toEqual({ update_host: ['url'] });
  });

  it('closes the arguments of every tool and leaves results open', () => {
    for (const tool of CATALOG.tools) {
      for (const [at, schema] of schemasIn(tool.args, `${tool.name}.args`))
        if (schema['type'] === 'object')
          expect([at, schema['additionalProperties']]).toEqual([at, false]);
      for (const [at, schema] of schemasIn(tool.result, `${tool.name}.result`))
        expect([at, schema['additionalProperties']]).toEqual([at, undefined]);
    }
  });

  it('says integer wherever a whole number is meant, and caps every text and list', () => {
    const wholes: string[] = [];
    for (const tool of CATALOG.tools) {
      for (const [at, schema] of schemasIn(tool.args, tool.name)) {
        expect([at, schema['type']]).not.toEqual([at, 'number']);
        if (schema['type'] === 'integer') wholes.push(at);
      }
      for (const [at, schema] of schemasIn([tool.args, tool.result], tool.name)) {
        const types = [schema['type']].flat();
        const capped = schema['enum'] ?? schema['maxLength'];
        if (types.includes('string')) expect([at, capped]).not.toEqual([at, undefined]);
        if (types.includes('array')) expect([at, schema['maxItems']]).not.toEqual([at, undefined]);
      }
    }
    expect(wholes).toEqual([
      'powershell_exec.properties.timeout_s',
      'shell_exec.properties.timeout_s',
      'diag_eventlog.properties.count',
      'call_status.properties.most',
      'call_status.properties.from',
      'health_history.properties.days',
    ]);
    const pids = CATALOG.tools.flatMap((tool) => [...schemasIn(tool.result, tool.name)]);
    for (const [at, schema] of pids.filter(([place]) => place.endsWith('.pid')))
      expect([at, [schema['type']].flat()[0]]).toEqual([at, 'integer']);
  });

  it('offers exactly the known sections to telemetry_collect', () => {
    const tool = definitions.find(({ name }) => name === 'telemetry_collect');
    const property = tool && propertiesOf(tool)['sections'];
    expect(property?.items?.enum).toEqual(SECTION_NAMES);
  });
});
