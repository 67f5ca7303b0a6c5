import { CATALOG } from '@kenny/contract/agent';
import { TOOL_TOPICS } from '@kenny/contract/web';
import { easiestFirst, markOf, toolsFor } from './tool-words';
import { aPc } from '../../../../../test/a-pc';

describe('the order of tools', () => {
  const pc = aPc({ meta: { hostname: 'k', os: 'windows', version: '1' } });
  const names = easiestFirst(toolsFor(CATALOG.tools, pc)).map(({ name }) => name);
  const before = (first: string, then: string) => names.indexOf(first) < names.indexOf(then);

  it('has what changes nothing first, and what may do the most harm last', () => {
    expect(before('disk_cleanable', 'net_dns_flush')).toBe(true);
    expect(before('disk_clean', 'winget_uninstall')).toBe(true);
    expect(names.at(-1)).toBe('powershell_exec');
    expect(names).toHaveLength(toolsFor(CATALOG.tools, pc).length);
  });

  it('has each tool of a PC under one topic', () => {
    const topics = toolsFor(CATALOG.tools, pc).map(({ topic }) => topic);
    expect(topics).not.toContain(undefined);
    expect(new Set(topics)).toEqual(new Set(TOOL_TOPICS));
  });

  it('marks what waits for approval with its risk, and a read that does as such', () => {
    const markFor = (wanted: string, asks = true) =>
      CATALOG.tools.filter(({ name }) => name === wanted).map((tool) => markOf(tool, asks));
    expect(markFor('powershell_exec')).toEqual(['High risk']);
    expect(markFor('net_dns_flush')).toEqual(['Low risk']);
    expect(markFor('screen_capture')).toEqual(['Needs approval']);
    expect(markFor('screen_capture', false)).toEqual(['Private']);
    expect(markFor('fs_disk_usage', false)).toEqual([undefined]);
  });

  it('begins with a read that asks for nothing, and has private ones after the others', () => {
    expect(names[0]).toBe('fs_disk_usage');
    expect(before('fs_list', 'screen_capture')).toBe(true);
  });
});
