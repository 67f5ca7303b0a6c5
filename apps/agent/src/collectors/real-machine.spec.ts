import { CAPS, CATALOG, check, SECTION_NAMES } from '@kenny/contract/agent';
import { collectors } from './registry.js';
import { survey, type Survey } from './index.js';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

/** The collectors on the machine that runs the tests, whatever it is. */
onLinux('a snapshot of this machine (skipped elsewhere: the collectors are for Linux)', () => {
  let result: Survey;

  beforeAll(async () => {
    result = await survey({ now: Date.now(), os: 'linux' });
  });

  it.each([...SECTION_NAMES])('reports %s', (section) => {
    const line = result.report.find((one) => one.section === section);
    expect(line?.text).toBeTruthy();
    if (line?.state === 'absent') {
      expect(result.snapshot).not.toHaveProperty(section);
    } else {
      expect(check(`section:${section}`, structuredClone(result.snapshot[section]))).toEqual([]);
    }
  });

  it('holds no fault of ours: what is unreadable has a reason of the machine', () => {
    const texts = result.report.map(({ text }) => text).join('\n');
    expect(texts).not.toMatch(/the probe failed|odd values/);
  });

  it.each([
    ['disk', 'volumes.0.total_bytes'],
    ['processes', 'processes.0.mem_bytes'],
    ['memory', 'total_bytes'],
    ['uptime', 'uptime_secs'],
  ])('has a real number of %s: %s', (section, path) => {
    const values: unknown[] = [];
    expect(result.snapshot[section]).toHaveProperty(path);
    JSON.stringify(result.snapshot[section], (key, value: unknown) => {
      if (key === path.split('.').at(-1)) values.push(value);
      return value;
    });
    expect(Number(values[0])).toBeGreaterThan(0);
  });

  it.each(['network', 'routing', 'peripherals', 'os_support', 'load'])('can read %s', (section) => {
    expect(result.snapshot[section]).toHaveProperty('status');
    expect(result.snapshot[section]).not.toHaveProperty('readable');
  });

  it('fits into its frame', () => {
    const bytes = Buffer.byteLength(JSON.stringify(result.snapshot));
    expect(bytes).toBeLessThan(CAPS.telemetryBytes);
  });

  it('has a collector for each mandatory section', () => {
    const mandatory = new Set(
      CATALOG.sections.filter((one) => one.mandatory).map(({ name }) => name),
    );
    expect(mandatory.size).toBe(8);
    for (const section of SECTION_NAMES.filter((name) => mandatory.has(name))) {
      expect(collectors[section]).toBeDefined();
    }
  });
});
