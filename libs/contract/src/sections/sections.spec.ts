import type { CatalogSection, JsonSchema } from '../define/catalog.js';
import { CATALOG } from '../generated/catalog.js';

/** Seed 000 in its own order; the groups are its headings. `load` is kenny's own. */
const SEED = {
  core: 'disk peripherals network routing processes services defender win_update',
  hardware: 'disk_smart battery memory thermals load',
  security: 'firewall encryption av_thirdparty defender_quarantine',
  stability: 'reboot_pending os_support reliability app_updates',
  daily: 'uptime time_sync printers wifi_quality autostart',
};

type Properties = Record<string, JsonSchema>;

/** The schema at the end of a path such as `volumes[].percent_used`. */
function fieldOf(schema: JsonSchema | undefined, path: string[]): JsonSchema | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return schema;
  const field = (schema?.['properties'] as Properties | undefined)?.[part.replace('[]', '')];
  return fieldOf(part.endsWith('[]') ? (field?.['items'] as JsonSchema) : field, rest);
}

/** Every schema inside a schema, with its path. */
function within(schema: JsonSchema, path: string): [string, JsonSchema][] {
  const properties = Object.entries((schema['properties'] ?? {}) as Properties);
  const items = schema['items'] as JsonSchema | undefined;
  return [
    [path, schema],
    ...properties.flatMap(([name, inner]) => within(inner, `${path}.${name}`)),
    ...(items ? within(items, `${path}[]`) : []),
  ];
}

const isOfType = (schema: JsonSchema | undefined, ...types: string[]): boolean =>
  [schema?.['type']].flat().some((type) => types.includes(String(type)));

describe('the telemetry sections', () => {
  it('are the 25 of seed 000, in its order and under its headings, and one of our own', () => {
    expect(CATALOG.sections.map(({ name, group }) => `${group} ${name}`)).toEqual(
      Object.entries(SEED).flatMap(([group, names]) =>
        names.split(' ').map((name) => `${group} ${name}`),
      ),
    );
  });

  it('are mandatory under the first heading only', () => {
    const mandatory = CATALOG.sections.filter((section) => section.mandatory);
    expect(mandatory.map(({ name }) => name)).toEqual(SEED.core.split(' '));
  });

  it('record each metric once, or each of its lines', () => {
    const lines = CATALOG.sections.flatMap(({ name, series }) =>
      series.map(({ metric, line }) => ({ name, metric, line })),
    );
    const told = lines.map(({ metric, line }) => `${metric} ${line}`);
    expect([...told].sort()).toEqual([...new Set(told)].sort());
    for (const { name, metric, line } of lines) {
      const others = lines.filter((one) => one.metric === metric && one.line !== line);
      for (const other of others) expect([other.name, line]).toEqual([name, expect.any(String)]);
    }
  });

  describe.each<[string, CatalogSection]>(CATALOG.sections.map((s) => [s.name, s]))(
    '%s',
    (_, { payload, series, card, description }) => {
      it('caps every text and list', () => {
        const open = within(payload, '$').filter(
          ([, schema]) =>
            (isOfType(schema, 'string') && !('maxLength' in schema) && !('enum' in schema)) ||
            (isOfType(schema, 'array') && !('maxItems' in schema)),
        );
        expect(open.map(([path]) => path)).toEqual([]);
      });

      it('demands nothing but status and summary', () => {
        expect(payload['required']).toEqual(['status', 'summary']);
      });

      it('keeps keys that it does not know', () => {
        const closed = within(payload, '$').filter(([, s]) => s['additionalProperties'] === false);
        expect(closed).toEqual([]);
      });

      it('records only numbers, by a text that names the entry', () => {
        for (const { path, key } of series) {
          expect(isOfType(fieldOf(payload, path.split('.')), 'number', 'integer')).toBe(true);
          expect(path.includes('[]')).toBe(key !== undefined);
          if (key === undefined) continue;
          const entry = [...path.split('.').slice(0, -1), key];
          expect(isOfType(fieldOf(payload, entry), 'string')).toBe(true);
        }
      });

      it('shows a field that it has, and says in one sentence what it is', () => {
        expect(fieldOf(payload, (card.headline ?? 'status').split('.'))).toBeDefined();
        expect(description).toMatch(/^[A-Z].*\.$/);
      });
    },
  );
});
