import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Generator {
  fillTables(text: string, tables: Record<string, string>): string;
  requireHistory(text: string, version: string): void;
}

const { fillTables, requireHistory } = (await import('./protocol.mjs')) as unknown as Generator;
const root = process.cwd();
const document = readFileSync(join(root, 'docs/protocol.md'), 'utf8');

/** Runs `gen --check` over this workspace, but with another text as docs/protocol.md. */
function checkWith(text: string): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kenny-protocol-'));
  try {
    for (const shared of ['node_modules', 'libs', 'apps', 'fixtures'])
      symlinkSync(join(root, shared), join(folder, shared), 'dir');
    for (const tools of ['tools/gen', 'tools/bench'])
      cpSync(join(root, tools), join(folder, tools), { recursive: true });
    cpSync(join(root, 'docs'), join(folder, 'docs'), { recursive: true });
    for (const file of ['README.md', 'package-lock.json'])
      cpSync(join(root, file), join(folder, file));
    writeFileSync(join(folder, 'docs/protocol.md'), text);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'tools/gen/gen.mjs'), '--check'],
      { cwd: folder, encoding: 'utf8' },
    );
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text with one replacement that is sure to change it. */
function edited(from: string, to: string): string {
  if (!document.includes(from)) throw new Error(`docs/protocol.md has no ${from}`);
  return document.replace(from, () => to);
}

describe('docs/protocol.md under `npm run gen -- --check`', () => {
  it('is stale when a generated line was edited', () => {
    const { status, output } = checkWith(
      edited('| `fs_list` | `{path}` |', '| `fs_list` | `{}` |'),
    );
    expect(status).toBe(1);
    expect(output).toContain('docs/protocol.md');
  });

  it('is current as it stands, and when only its own words changed', () => {
    const { output } = checkWith(edited('## Transport', '## How it travels'));
    expect(output).not.toContain('docs/protocol.md');
  });
});

describe('the generated parts of the document', () => {
  const text = 'before\n<!-- gen:caps -->\nold\n<!-- /gen -->\nafter <!-- /gen -->\n';

  it('are replaced, and nothing else is', () => {
    expect(fillTables(text, { caps: '| $& |' })).toBe(
      'before\n<!-- gen:caps -->\n\n| $& |\n\n<!-- /gen -->\nafter <!-- /gen -->\n',
    );
  });

  it.each([
    ['has no place for: times', text, ['caps', 'times']],
    ['gen:caps is unknown', text, ['times']],
    ['gen:caps is unknown or stands there twice', text + text, ['caps']],
    ['is not closed', `${text}<!-- gen:caps -->`, ['caps']],
  ])('fail with "%s"', (message, document, names) => {
    const tables = Object.fromEntries(names.map((name) => [name, 'table']));
    expect(() => fillTables(document, tables)).toThrow(message);
  });

  it('come with a history that tells of the current version', () => {
    expect(() => requireHistory('- **0.8** – …', '0.8')).not.toThrow();
    expect(() => requireHistory('- **0.8.1** – …', '0.8')).toThrow(
      'the history says nothing of 0.8',
    );
  });
});
