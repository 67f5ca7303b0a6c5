import { SERVER_FILES } from '@kenny/contract';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { tempDirs } from '../../test/temp-dir.js';
import { frontMatterOf } from './front-matter.js';
import { PROMPT_LIMITS, PromptFiles } from './prompt-files.js';

const newDir = tempDirs();
let dataDir: string;
let files: PromptFiles;
beforeEach(() => {
  dataDir = newDir();
  files = new PromptFiles({ dataDir });
});

function write(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(dataDir, path)), { recursive: true });
  writeFileSync(join(dataDir, path), text);
}

const PLAN = `---
description: Plan a repair
argument-hint: "[what]"
---
Plan this: $ARGUMENTS
`;
const reasonOf = async (path: string) =>
  [...(await files.prompts()).refused, ...(await files.skills()).refused].find(
    (file) => file.path === path,
  )?.reason;

describe('prompts', () => {
  it('are none where there is no folder', async () => {
    expect(await files.prompts()).toEqual({ items: [], refused: [] });
    expect(await files.skills()).toEqual({ items: [], refused: [] });
    expect(await files.agentsFile()).toBeNull();
  });

  it('are the files of the folder, by name, with what their front matter says', async () => {
    write('prompts/zoo.md', '# Look at everything\n');
    write('prompts/plan.md', PLAN);
    write('prompts/notes.txt', 'no prompt');
    expect((await files.prompts()).items).toEqual([
      {
        ...{ command: 'plan', description: 'Plan a repair', argument_hint: '[what]' },
        path: 'prompts/plan.md',
      },
      {
        ...{ command: 'zoo', description: 'Look at everything', argument_hint: null },
        path: 'prompts/zoo.md',
      },
    ]);
  });

  it('count from the next call on', async () => {
    write('prompts/plan.md', 'one');
    expect((await files.expand('plan')).text).toBe('one');
    write('prompts/plan.md', 'two');
    expect((await files.expand('/plan')).text).toBe('two');
    rmSync(join(dataDir, 'prompts/plan.md'));
    await expect(files.expand('plan')).rejects.toMatchObject({
      ...{ code: 'not_found', message: 'Unknown prompt template: plan' },
    });
  });

  it('take their arguments as they are, wherever they ask for them', async () => {
    write('prompts/plan.md', '$ARGUMENTS, and $ARGUMENTS. $1 $@');
    const { text } = await files.expand('plan', "$& $' $$ $ARGUMENTS");
    expect(text).toBe("$& $' $$ $ARGUMENTS, and $& $' $$ $ARGUMENTS. $1 $@");
  });

  it('do not grow without end, however often they ask for their arguments', async () => {
    write('prompts/echo.md', '$ARGUMENTS '.repeat(5_000));
    const long = 'x'.repeat(32_000);
    const refused = { code: 'bad_args', message: expect.stringContaining('/echo') as string };
    await expect(files.expand('echo', long)).rejects.toMatchObject(refused);
    await expect(files.expandInput(`/echo ${long}`)).rejects.toMatchObject(refused);
    expect((await files.expand('echo', 'x')).text).toHaveLength(10_000);
  });

  it('stand for a message that calls one, and for no other', async () => {
    write('prompts/plan.md', PLAN);
    expect(await files.expandInput('/plan the printer\nand the scanner')).toBe(
      'Plan this: the printer\nand the scanner\n',
    );
    for (const input of ['/nothing here', 'plan', '/ plan', '/../plan x', '']) {
      expect(await files.expandInput(input)).toBe(input);
    }
  });

  it.each([
    ['its front matter has no end (a line of ---)', 'open', '---\ndescription: x\n'],
    ['its front matter is no YAML', 'broken', '---\na: [1\n---\nx'],
    ['its front matter is no YAML', 'twice', '---\na: 1\na: 2\n---\nx'],
    ['its front matter is no YAML', 'bomb', '---\na: &a [1]\nb: *a\n---\nx'],
    ['its front matter is no list of names and values', 'list', '---\n- x\n---\nx'],
    ['its name is a command of its own', 'compact', 'x'],
    ['its name may have letters, digits, - and _ only', 'a b', 'x'],
    ['it is longer than 100000 bytes', 'long', 'x'.repeat(PROMPT_LIMITS.file + 1)],
    ['it is no UTF-8', 'latin', Buffer.from([0x66, 0xfc])],
    ['it is no text', 'binary', 'a\u0000b'],
  ])('are listed with the reason when they cannot be used: %s', async (reason, name, text) => {
    write(`prompts/${name}.md`, text);
    expect(await reasonOf(`prompts/${name}.md`)).toBe(reason);
    expect((await files.prompts()).items).toEqual([]);
  });

  it('have each name once, in whatever case', async () => {
    write('prompts/Plan.md', 'one');
    write('prompts/plan.md', 'two');
    expect((await files.prompts()).items).toHaveLength(1);
    expect(await reasonOf('prompts/plan.md')).toBe('another one has this name');
  });

  it('are no more than anybody looks through', async () => {
    for (let n = 0; n <= PROMPT_LIMITS.files; n += 1) write(`prompts/p${1000 + n}.md`, 'x');
    const { items, refused } = await files.prompts();
    expect([items.length, refused.length]).toEqual([PROMPT_LIMITS.files, 1]);
  });
});

describe('a link', () => {
  it('within the folder is followed', async () => {
    write('prompts/plan.md', 'x');
    symlinkSync('plan.md', join(dataDir, 'prompts/other.md'));
    expect((await files.expand('other')).text).toBe('x');
  });

  it('that leads out of its folder is refused, to the server’s own key above all', async () => {
    write(SERVER_FILES.modelKey, 'secret');
    write('prompts/plan.md', 'x');
    write('skills/a/other.md', 'x');
    symlinkSync(`../${SERVER_FILES.modelKey}`, join(dataDir, 'prompts/key.md'));
    symlinkSync('/etc/hostname', join(dataDir, 'prompts/host.md'));
    symlinkSync(join('..', '..', SERVER_FILES.modelKey), join(dataDir, 'skills/a/SKILL.md'));
    expect(await reasonOf('prompts/key.md')).toBe('it leads out of prompts');
    expect(await reasonOf('prompts/host.md')).toBe('it leads out of prompts');
    expect(await reasonOf('skills/a/SKILL.md')).toBe('it leads out of skills');
    await expect(files.expand('key')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('in place of the whole folder is refused file by file', async () => {
    const elsewhere = newDir();
    writeFileSync(join(elsewhere, 'plan.md'), 'x');
    symlinkSync(elsewhere, join(dataDir, 'prompts'));
    expect(await reasonOf('prompts/plan.md')).toBe('it leads out of prompts');
  });

  it('in place of the notes is refused', async () => {
    const elsewhere = newDir();
    writeFileSync(join(elsewhere, 'notes.md'), 'x');
    symlinkSync(join(elsewhere, 'notes.md'), join(dataDir, SERVER_FILES.agentsFile));
    expect(await files.agentsFile()).toEqual({ refused: expect.stringContaining('out') as string });
  });
});

it('a pipe keeps nobody waiting', async () => {
  mkdirSync(join(dataDir, 'prompts'));
  execFileSync('mkfifo', [join(dataDir, 'prompts/pipe.md')]);
  expect(await reasonOf('prompts/pipe.md')).toBe('it is no file');
});

describe('skills', () => {
  it('are folders with a SKILL.md, by the name that it gives itself', async () => {
    write(
      'skills/printers/SKILL.md',
      '---\nname: printer-care\ndescription: >-\n  How we\n  mend\n---\nSteps',
    );
    write('skills/backups/SKILL.md', 'How backups are made');
    write('skills/empty/readme.md', 'x');
    write('skills/file.md', 'x');
    expect((await files.skills()).items).toEqual([
      { name: 'backups', description: 'How backups are made', path: 'skills/backups/SKILL.md' },
      { name: 'printer-care', description: 'How we mend', path: 'skills/printers/SKILL.md' },
    ]);
    expect(await files.readSkill('printer-care')).toEqual({ name: 'printer-care', text: 'Steps' });
  });

  it.each(['nothing', '../printers', 'printers/../backups'])(
    'are read by their name alone: %s is none',
    async (name) => {
      write('skills/printers/SKILL.md', 'x');
      write('skills/backups/SKILL.md', 'x');
      await expect(files.readSkill(name)).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});

describe('AGENTS.md', () => {
  it('is a text of a bounded length, or is refused with the reason', async () => {
    write(SERVER_FILES.agentsFile, ' \n');
    expect(await files.agentsFile()).toBeNull();
    write(SERVER_FILES.agentsFile, 'Our club meets on Tuesdays.\r\n');
    expect(await files.agentsFile()).toEqual({ text: 'Our club meets on Tuesdays.\n' });
    write(SERVER_FILES.agentsFile, 'x'.repeat(PROMPT_LIMITS.agents + 1));
    expect(await files.agentsFile()).toEqual({ refused: 'it is longer than 32768 bytes' });
  });
});

describe('front matter', () => {
  it('of any text at all is read or refused, and never throws', () => {
    const line = fc.constantFrom('---', 'a: 1', '- x', 'a: &a b', '  c', 'x: !!js/function y', '%');
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(line, fc.string())).map((all) => ['---', ...all].join('\n')),
    );
    fc.assert(
      fc.property(text, (any) => {
        const read = frontMatterOf(any);
        if ('body' in read) expect(any.endsWith(read.body)).toBe(true);
        else expect(read.refused).not.toBe('');
      }),
    );
  });
});
