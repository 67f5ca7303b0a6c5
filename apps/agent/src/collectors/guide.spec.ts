import { SECTION_NAMES } from '@kenny/contract/agent';
import { readFile } from 'node:fs/promises';
import { collectors } from './registry.js';
import { windowsCollectors } from './windows.js';

/** The first words of the table's rows, in their order. */
async function sectionsOf(guide: string): Promise<(string | undefined)[]> {
  const file = new URL(`../../../../docs/guides/${guide}`, import.meta.url);
  const rows = (await readFile(file, 'utf8')).matchAll(/^\| `([a-z_]+)` +\|/gm);
  return [...rows].map(([, section]) => section);
}

describe('docs/guides/health.md', () => {
  it('has a row for each section that is read on Linux, in the order of the contract', async () => {
    const read = SECTION_NAMES.filter((section) => collectors[section] !== undefined);
    expect(await sectionsOf('health.md')).toEqual(read);
  });
});

describe('docs/guides/health-windows.md', () => {
  it('has a row for each section that is read on Windows, in the order of the contract', async () => {
    expect(Object.keys(windowsCollectors).sort()).toEqual([...SECTION_NAMES].sort());
    expect(await sectionsOf('health-windows.md')).toEqual([...SECTION_NAMES]);
  });
});
