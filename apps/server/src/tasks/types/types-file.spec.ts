import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_TYPE_LIMITS } from '@kenny/contract';
import fc from 'fast-check';
import { tempDirs } from '../../../test/temp-dir.js';
import { parseTypes, readTypesFile } from './types-file.js';

const newDir = tempDirs();
const FULL = {
  id: 'your-agent',
  name: 'Your Custom Agent',
  description: 'Description of what your agent does',
  runtime: 'docker',
  image: 'kandev/your-agent:latest',
  working_dir: '/workspace',
  memory_mb: 2048,
  cpu_cores: 1,
  timeout_s: 1800,
  capabilities: ['custom_capability'],
  enabled: true,
  env: { PLAIN: 'x', KEY: { file: 'key.txt' } },
  required_env: ['KEY'],
  mounts: ['/srv/data:/data:ro'],
  workspace: '/srv/project',
  permissions: 'deny',
  classes: ['read'],
};
const textOf = (...types: object[]): string => JSON.stringify({ types });
const problemsOf = (...types: object[]): readonly string[] => parseTypes(textOf(...types)).problems;

describe('a file of agent types', () => {
  it('says everything about a type', () => {
    expect(parseTypes(textOf(FULL))).toEqual({
      types: [{ ...FULL, command: [], built_in: false }],
      problems: [],
    });
  });

  it('may leave out all but the id, the name and the command', () => {
    const least = { id: 'mine', name: 'Mine', command: ['mine', '--acp'] };
    expect(parseTypes(textOf(least)).types).toEqual([
      {
        ...least,
        ...{ description: '', runtime: 'process', image: null, working_dir: '/workspace' },
        ...{ memory_mb: 4096, cpu_cores: 2, timeout_s: 3600, capabilities: [], enabled: true },
        ...{ env: {}, required_env: [], mounts: [], workspace: null, permissions: 'ask' },
        ...{ classes: ['read', 'sensitive', 'change'], built_in: false },
      },
    ]);
  });

  it('is told every problem at once, by its place', () => {
    const problems = problemsOf(
      { id: 'Bad Id', name: 'x', command: ['x'], memory_mb: '2 GB', shell: true },
      { id: 'fine', name: 'x', command: ['x'], env: { KEY: { file: 'a', mode: 1 } } },
      { command: ['x'], mounts: ['../etc:/etc:rw'], timeout_s: 0, classes: ['everything'] },
    );
    const places = [
      /^types\.0\.id: /,
      /^types\.0\.memory_mb: /,
      /^types\.0: unknown key "shell"/,
      /^types\.1\.env\.KEY/,
      /^types\.2: .*'id'/,
      /^types\.2: .*'name'/,
      /^types\.2\.mounts\.0: /,
      /^types\.2\.timeout_s: /,
      /^types\.2\.classes\.0: must be one of read, sensitive, change/,
    ];
    for (const place of places) {
      expect(problems).toContainEqual(expect.stringMatching(place));
    }
  });

  it.each([
    [
      'has an id twice',
      [
        { id: 'a', name: 'A', command: ['a'] },
        { id: 'a', name: 'B', command: ['b'] },
      ],
      'types.1.id: a is there twice',
    ],
    [
      'has a process without a command',
      [{ id: 'a', name: 'A' }],
      'types.0.command: a process needs one',
    ],
    [
      'has a process with an image',
      [{ id: 'a', name: 'A', command: ['a'], image: 'x' }],
      'types.0.image: a process has none',
    ],
    [
      'has a container without an image',
      [{ id: 'a', name: 'A', runtime: 'docker' }],
      'types.0.image: a container needs one',
    ],
  ])('is refused when it %s', (_what, types, words) => {
    expect(parseTypes(JSON.stringify({ types }))).toEqual({ types: [], problems: [words] });
  });

  it.each(['', '{', '[]', 'null', '{}', '{"types": {}}', '{"types": [1]}', '{"types":[],"x":1}'])(
    'is refused with words when it is %j',
    (text) => {
      const { types, problems } = parseTypes(text);
      expect(types).toEqual([]);
      expect(problems.join()).not.toBe('');
    },
  );

  it('of any JSON at all is types or problems, and never throws', () => {
    const value = fc.oneof(fc.jsonValue(), fc.record({ types: fc.array(fc.jsonValue()) }));
    fc.assert(
      fc.property(value, (any) => {
        const { types, problems } = parseTypes(JSON.stringify(any));
        expect(types.length === 0 || problems.length === 0).toBe(true);
      }),
    );
  });
});

describe('the file is read', () => {
  const TEXT = textOf({ id: 'a', name: 'A', command: ['a'] });
  const fileIn = (folder: string, text = TEXT, mode = 0o600): string => {
    const file = join(folder, 'types.json');
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  };
  const problemsIn = async (file: string): Promise<string> =>
    (await readTypesFile(file, true)).problems.join('\n');

  it('when its owner alone may write it and its folder', async () => {
    expect(await readTypesFile(fileIn(newDir()), true)).toMatchObject({
      ...{ types: [{ id: 'a' }], problems: [] },
    });
  });

  it('and is nothing when it is not there, unless somebody has named it', async () => {
    const file = join(newDir(), 'types.json');
    expect(await readTypesFile(file, false)).toEqual({ types: [], problems: [] });
    expect(await problemsIn(file)).toBe('it is not there');
  });

  it.each([0o620, 0o602, 0o666])('but not when others may write it (%o)', async (mode) => {
    expect(await problemsIn(fileIn(newDir(), TEXT, mode))).toContain('others may write it');
  });

  it.each([0o777, 0o1777, 0o770])('but not when others may write its folder (%o)', async (mode) => {
    const folder = join(newDir(), 'open');
    mkdirSync(folder);
    const file = fileIn(folder);
    chmodSync(folder, mode);
    expect(await problemsIn(file)).toContain('others may write its folder');
  });

  it('but not when a link leads to a folder that others may write', async () => {
    const folder = join(newDir(), 'open');
    mkdirSync(folder);
    const file = fileIn(folder);
    chmodSync(folder, 0o777);
    const link = join(newDir(), 'types.json');
    symlinkSync(file, link);
    expect(await problemsIn(link)).toContain('others may write its folder');
  });

  const asRoot = process.getuid?.() === 0 ? it : it.skip;
  asRoot('but not when it belongs to somebody else', async () => {
    const file = fileIn(newDir());
    chownSync(file, 12_345, 12_345);
    expect(await problemsIn(file)).toContain('others may write it');
  });

  it('but not when it is too large, a folder or a pipe that nobody writes', async () => {
    const large = fileIn(newDir(), ' '.repeat(AGENT_TYPE_LIMITS.fileBytes + 1));
    expect(await problemsIn(large)).toContain('larger than');
    expect(await problemsIn(newDir())).toContain('it is no file');
    const pipe = join(newDir(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await problemsIn(pipe)).toContain('it is no file');
  });
});
