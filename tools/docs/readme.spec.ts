import { AGENT_SOCKET_PATH, CATALOG, MCP_PATH, WS_PATH } from '@kenny/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.cwd();
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');
const [, status = ''] = readme.split('\n## Status\n');

/** What stands between backquotes in the paragraph or list entry that begins so. */
function codesAfter(beginning: string): string[] {
  const [, after = ''] = status.split(`\n${beginning}`);
  const [paragraph = ''] = after.split(/\n(?:\n|- )/);
  return [...paragraph.matchAll(/`([^`]+)`/g)].map(([, code]) => String(code));
}

const toolsThat = (effect: 'read' | 'change'): string[] =>
  CATALOG.tools
    .filter((tool) => tool.where === 'agent' && !tool.hidden && tool.effect === effect)
    .map(({ name }) => name);

describe('what the README says that there is', () => {
  it('begins with what it is, and a picture that is there', () => {
    const [top = ''] = readme.split('\n## ');
    const [, picture = ''] = /!\[[^\]]+\]\(([^)]+\.png)\)/.exec(top) ?? [];
    expect(existsSync(join(root, picture))).toBe(true);
  });

  it('names the pages of the dashboard, in the order of its rail', () => {
    const rail = read('apps/dashboard/src/app/pages/navigation.ts');
    const pages = [...rail.matchAll(/\{ path: '[^']+', name: '([^']+)', icon/g)].map(
      ([, name]) => name,
    );
    expect(pages.length).toBeGreaterThan(3);
    const words = status.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
    expect(words).toContain(`has these pages: ${pages.join(', ')}.`);
  });

  it('names the doors', () => {
    const doors = codesAfter('These doors lead in');
    expect(doors.sort()).toEqual([WS_PATH, '/api', MCP_PATH, AGENT_SOCKET_PATH, '/d'].sort());
  });

  it.each([
    ['- It reads with', 'read'],
    ['- It changes with', 'change'],
  ] as const)('names every tool of an agent: %s', (beginning, effect) => {
    expect(codesAfter(beginning).sort()).toEqual(toolsThat(effect).sort());
  });

  it('shows the command line before anything with curl', () => {
    expect(readme).toContain('kenny tool run');
    expect(readme).not.toContain('curl -H "Authorization: Bearer $KENNY_TOKEN" -H');
  });
});
