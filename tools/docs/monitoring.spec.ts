import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const read = (path: string): string => readFileSync(path, 'utf8');
const METRICS = new Set(
  [
    ...read('apps/server/src/metrics/definitions.ts').matchAll(/^ {2}((?:kenny|process)_\w+): /gm),
  ].map(([, name]) => String(name)),
);
const ALERTS = 'docs/monitoring/alerts.yml';

/** Names of metrics in a text that there are not; a histogram has three names more. */
function unknownIn(text: string): string[] {
  const names = text.match(/\b(?:kenny|process)_[a-z_]+\b/g) ?? [];
  return names.filter(
    (name) => !METRICS.has(name) && !METRICS.has(name.replace(/_(?:bucket|sum|count)$/, '')),
  );
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets: { readonly refId: string; readonly expr: string }[];
}

interface Dashboard {
  readonly schemaVersion: number;
  readonly templating: { readonly list: { readonly name: string; readonly type: string }[] };
  readonly panels: Panel[];
}

const DASHBOARD = JSON.parse(read('docs/monitoring/grafana.json')) as Dashboard;

describe('the Grafana dashboard', () => {
  const { panels } = DASHBOARD;

  it('has what Grafana asks of every panel', () => {
    expect(DASHBOARD.schemaVersion).toBeGreaterThanOrEqual(36);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { title, type, targets } of panels) {
      expect([title, title !== '' && ['stat', 'timeseries'].includes(type)]).toEqual([title, true]);
      expect([title, targets.length > 0 && targets.every(({ expr }) => expr !== '')]).toEqual([
        title,
        true,
      ]);
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
  });

  it('lays its panels side by side, none over another', () => {
    const taken = new Set<string>();
    for (const { title, gridPos } of panels) {
      const { x, y, w, h } = gridPos;
      expect([title, x >= 0 && x + w <= 24]).toEqual([title, true]);
      for (let row = y; row < y + h; row += 1)
        for (let column = x; column < x + w; column += 1) {
          expect([title, taken.has(`${column} ${row}`)]).toEqual([title, false]);
          taken.add(`${column} ${row}`);
        }
    }
  });

  it('asks for metrics that there are, of the data source that is chosen', () => {
    const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(unknownIn(exprs.join('\n'))).toEqual([]);
    expect(DASHBOARD.templating.list.map(({ name }) => name)).toEqual(['datasource', 'job']);
  });
});

describe('the alert rules', () => {
  it('ask for metrics that there are, and say what to do', () => {
    interface Rules {
      groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
    }
    const { groups } = parse(read(ALERTS)) as Rules;
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(5);
    expect(unknownIn(rules.map(({ expr }) => expr).join('\n'))).toEqual([]);
    for (const { alert, annotations } of rules) {
      expect([alert, Object.keys(annotations)]).toEqual([alert, ['summary', 'description']]);
    }
  });

  it('are rules to Prometheus', () => {
    if (spawnSync('promtool', ['--version']).error) {
      console.warn('promtool is not here (apt-get install prometheus): its check is left out.');
      return;
    }
    expect(execFileSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' })).toMatch(
      /SUCCESS/,
    );
  });
});

describe('the guide to metrics', () => {
  it('names every metric and no other', () => {
    const guide = read('docs/guides/metrics.md');
    expect(unknownIn(guide)).toEqual([]);
    expect([...METRICS].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});
