import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RpcChat } from '../test/rpc-chat.js';
import { tempDirs } from '../test/temp-dir.js';
import { saying } from '../test/told-brain.js';

const PLAN = '---\ndescription: Plan a repair\nargument-hint: "[what]"\n---\nPlan: $ARGUMENTS\n';

const newDir = tempDirs();
let dataDir: string;
let chat: RpcChat;
beforeEach(async () => {
  dataDir = newDir();
  chat = await RpcChat.start(dataDir);
});
afterEach(() => chat.stop());

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dataDir, path)), { recursive: true });
  writeFileSync(join(dataDir, path), text);
}

function writeAll(): void {
  write('AGENTS.md', 'Our club meets on Tuesdays.');
  write('prompts/plan.md', PLAN);
  write('prompts/compact.md', 'x');
  write('skills/printers/SKILL.md', 'How we mend printers');
}

describe('prompts over /rpc', () => {
  it('are listed and expanded, with a slash and without', async () => {
    expect(await chat.ask('prompts/list')).toEqual({ prompts: [] });
    writeAll();
    expect(await chat.ask('prompts/list')).toEqual({
      prompts: [
        {
          ...{ command: 'plan', description: 'Plan a repair', argumentHint: '[what]' },
          path: 'prompts/plan.md',
        },
      ],
    });
    const asked = { arguments: "the printer, $& and $'" };
    for (const command of ['plan', '/plan']) {
      expect(await chat.ask('prompts/expand', { command, ...asked })).toEqual({
        ...{ command: 'plan', text: "Plan: the printer, $& and $'\n" },
      });
    }
    expect(await chat.fail('prompts/expand', { command: '../plan' })).toEqual({
      ...{ number: -32602, code: 'invalid_params', message: 'Unknown prompt template: ../plan' },
    });
  });

  it('stand with skills in the list of commands and in what a conversation begins with', async () => {
    writeAll();
    const { commands } = await chat.ask('commands/list', { sessionId: chat.sessionId });
    expect(commands.map(({ name, source, executable }) => [name, source, executable])).toEqual([
      ['help', 'builtin', true],
      ['tools', 'builtin', true],
      ['plan', 'prompt', undefined],
      ['skill:printers', 'skill', undefined],
    ]);
    expect(await chat.ask('resources/startup', { sessionId: chat.sessionId })).toEqual({
      sections: [
        { name: 'Context', items: ['AGENTS.md'] },
        { name: 'Skills', items: ['printers'] },
        { name: 'Prompts', items: ['/plan'] },
        { name: 'Not used', items: ['prompts/compact.md: its name is a command of its own'] },
      ],
    });
  });

  it('are nothing where nobody has written any', async () => {
    expect(await chat.ask('resources/startup', { sessionId: chat.sessionId })).toEqual({
      sections: [],
    });
  });
});

describe('a message that calls a prompt', () => {
  const heard = () => chat.world.brain.asked.at(-1)?.turn.input.text;

  it('is said as the prompt, at every door, and named by what was typed', async () => {
    writeAll();
    await chat.say('/plan the printer');
    expect(heard()).toBe('Plan: the printer\n');
    chat.world.brain.will(saying('Good.'));
    const { body } = await chat.world.ask({ message: '/plan the scanner' });
    expect(heard()).toBe('Plan: the scanner\n');
    expect((await chat.world.show(body.session_id)).name).toBe('/plan the scanner');
  });

  it.each(['/nothing here', 'see /plan', '/ plan', '/compact'])(
    'is none when it is "%s"',
    async (input) => {
      writeAll();
      await chat.say(input);
      expect(heard()).toBe(input);
    },
  );

  it('teaches the memory what was typed, and not what the prompt says', async () => {
    write('prompts/calm.md', 'We always restart first.\n$ARGUMENTS');
    await chat.say('/calm the printer\nI prefer short answers.');
    const { memories } = await chat.ask('memory/summarize', { sessionId: chat.sessionId });
    expect(memories.map(({ text }) => text)).toEqual(['I prefer short answers.']);
  });
});

describe('commands/run', () => {
  const run = (name: string) => ({ sessionId: chat.sessionId, name });

  it('tells what there is, and reaches no tool', async () => {
    writeAll();
    const help = await chat.ask('commands/run', run('/help'));
    expect(help).toMatchObject({ command: 'help', result: null });
    expect(help.output).toContain('/plan: Plan a repair');
    const { output } = await chat.ask('commands/run', run('tools'));
    expect(output.some((line) => line.startsWith('shell_exec: '))).toBe(true);
    for (const name of ['plan', 'skill:printers', 'shell_exec', 'hi_chatgpt']) {
      expect(await chat.fail('commands/run', run(name))).toEqual({
        ...{ number: -32602, code: 'invalid_params' },
        message: `Unknown plugin command: ${name}`,
      });
    }
    expect([chat.world.ran, chat.world.listed]).toEqual([[], 0]);
  });

  it('is about a conversation of the caller', async () => {
    const ben = await chat.other({ operator: { id: 'ben', name: 'Ben' } });
    for (const method of ['commands/run', 'commands/list', 'resources/startup']) {
      expect(await ben.fail(method, run('help'))).toMatchObject({ code: 'unknown_session' });
    }
  });
});
