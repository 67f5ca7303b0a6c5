import { fixture, fixtureNames, fixtureText } from '../../test/fixtures.js';
import {
  AGENT_FEATURES,
  AGENT_TOOL_NAMES,
  CATALOG,
  SERVER_TOOL_NAMES,
  TOOL_NAMES,
  check,
  isSectionName,
  parseFrame,
  type CatalogTool,
} from '../index.js';

function argsOf(tool: string): Record<string, unknown> {
  const value = fixture('tools', `request_${tool}`) as Record<string, unknown>;
  return (isAgentTool(tool) ? value['args'] : value) as Record<string, unknown>;
}

function isAgentTool(tool: string): boolean {
  return (AGENT_TOOL_NAMES as readonly string[]).includes(tool);
}

/** Every object inside a value, the value itself first. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [value as Record<string, unknown>];
  return [...own, ...Object.values(value).flatMap(objectsIn)];
}

function withDefaults({ args }: CatalogTool): [string, unknown][] {
  return Object.entries(args['properties'] as Record<string, { default?: unknown }>)
    .filter(([, schema]) => schema.default !== undefined)
    .map(([name, schema]) => [name, schema.default]);
}

describe('tool fixtures', () => {
  it('exist for every tool, and there are no others', () => {
    const expected = TOOL_NAMES.flatMap((tool) => [`request_${tool}`, `response_${tool}`]);
    expect(fixtureNames('tools')).toEqual(expected.sort());
  });

  it.each(AGENT_TOOL_NAMES)('%s: request and response are frames of the same call', (tool) => {
    const request = parseFrame(fixtureText('tools', `request_${tool}`), ['request']);
    const response = parseFrame(fixtureText('tools', `response_${tool}`), ['response']);
    if (!request.ok || !response.ok) throw new Error(`${tool}: not frames`);
    expect(request.frame.tool).toBe(tool);
    expect(response.frame).toMatchObject({ id: request.frame.id, ok: true });
    expect(check(`args:${tool}`, request.frame.args)).toEqual([]);
    expect(check(`result:${tool}`, response.frame.result)).toEqual([]);
  });

  /** Those of the protocol: what came later may promise more. */
  const ofTheProtocol = AGENT_TOOL_NAMES.filter(
    (tool) => !AGENT_FEATURES.some((later) => later === tool),
  );

  it('hold the least that the protocol promises for each of its tools', () => {
    const names = ofTheProtocol.map((tool) => `result_${tool}`);
    expect(fixtureNames('minimal')).toEqual(names.sort());
  });

  it.each(ofTheProtocol)('%s: a result with nothing more than the protocol says', (tool) => {
    expect(check(`result:${tool}`, fixture('minimal', `result_${tool}`))).toEqual([]);
  });

  it.each(SERVER_TOOL_NAMES)('%s: arguments and result hold', (tool) => {
    expect(check(`args:${tool}`, fixture('tools', `request_${tool}`))).toEqual([]);
    expect(check(`result:${tool}`, fixture('tools', `response_${tool}`))).toEqual([]);
  });

  it.each(TOOL_NAMES)('%s refuses a key it does not know, wherever it stands', (tool) => {
    const count = objectsIn(argsOf(tool)).length;
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index += 1) {
      const args = argsOf(tool);
      const place = objectsIn(args)[index];
      if (place) place['no_such_argument'] = 1;
      expect(check(`args:${tool}`, args)).toEqual([
        expect.objectContaining({ message: 'unknown key "no_such_argument"' }),
      ]);
    }
  });

  it.each(TOOL_NAMES)('%s ignores a key it does not know in a result', (tool) => {
    const value = fixture('tools', `response_${tool}`) as Record<string, unknown>;
    const result = (isAgentTool(tool) ? value['result'] : value) as Record<string, unknown>;
    for (const place of objectsIn(result)) place['added_later'] = { by: 'a newer agent' };
    expect(check(`result:${tool}`, result)).toEqual([]);
  });

  const defaulted = CATALOG.tools.filter((tool) => withDefaults(tool).length > 0);

  it.each(defaulted.map((tool) => [tool.name, tool] as const))(
    '%s: arguments that are left out get their default',
    (name, tool) => {
      const args = argsOf(name);
      for (const [key] of withDefaults(tool)) delete args[key];
      expect(check(`args:${name}`, args)).toEqual([]);
      expect(args).toMatchObject(Object.fromEntries(withDefaults(tool)));
    },
  );

  it('has tools with defaults to try', () => {
    expect(defaulted.map((tool) => tool.name)).toEqual([
      'powershell_exec',
      'shell_exec',
      'diag_eventlog',
      'health_history',
    ]);
  });

  it('the collected snapshot holds the sections that were asked for, each valid', () => {
    const { sections } = argsOf('telemetry_collect');
    const { result } = fixture('tools', 'response_telemetry_collect') as {
      result: Record<string, unknown>;
    };
    expect(Object.keys(result)).toEqual(sections);
    for (const [name, payload] of Object.entries(result)) {
      expect(isSectionName(name)).toBe(true);
      expect(check(`section:${name}`, payload)).toEqual([]);
    }
  });
});
