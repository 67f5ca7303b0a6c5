import { SECTION_NAMES } from '@kenny/contract/agent';
import { readFile } from 'node:fs/promises';
import { collectors } from './registry.js';

describe('docs/guides/health.md', () => {
  it('has a row for each section that is read on Linux, in the order of the contract', async () => {
    const guide = new URL('../../../../docs/guides/health.md', import.meta.url);
    const rows = (await readFile(guide, 'utf8')).matchAll(/^\| `([a-z_]+)` +\|/gm);
    const read = SECTION_NAMES.filter((section) => collectors[section].linux !== undefined);
    expect([...rows].map(([, section]) => section)).toEqual(read);
  });
});
