import type { RpcQuestion } from '@kenny/contract';
import { RpcEditor, type RpcEditorOptions } from '@kenny/testing';
import { ChatWorld } from './chat-world.js';
import { childProgram } from './child-program.js';
import { tempDirs } from './temp-dir.js';
import { use, wanting } from './told-brain.js';

export const ABOUT_PC1 = { workspaceRoot: 'kenny://agent/pc1' };

interface EditorOptions extends Pick<RpcEditorOptions, 'reads'> {
  /** Whose program `kenny rpc` is: it gets the whole command as its arguments. */
  readonly through?: readonly [string, ...string[]];
  /** Options of Node. */
  readonly node?: readonly string[];
}

/** A server, and any number of `kenny rpc`, each in a process of its own; ended after each test. */
export class EditorWorld {
  private program: Awaited<ReturnType<typeof childProgram>> | undefined;
  private running: ChatWorld | undefined;
  private readonly editors: RpcEditor[] = [];

  /** To be called by the spec file, outside its tests. */
  static forThisFile(): EditorWorld {
    const world = new EditorWorld();
    const newDir = tempDirs();
    beforeAll(async () => {
      world.program = await childProgram('run-cli.ts');
    });
    afterAll(() => world.program?.remove());
    beforeEach(async () => {
      world.running = await ChatWorld.start(newDir());
    });
    afterEach(() => world.end());
    return world;
  }

  get chat(): ChatWorld {
    if (!this.running) throw new Error('the world has not begun');
    return this.running;
  }

  /** The command line as one file. */
  get file(): string {
    return this.program?.file ?? '';
  }

  async open({ through, node = [], ...options }: EditorOptions = {}): Promise<RpcEditor> {
    const own = [process.execPath, ...node, this.file, 'rpc'] as const;
    const command = through ? ([...through, ...own] as const) : own;
    const env = { KENNY_URL: this.chat.server.url, KENNY_TOKEN: this.chat.anna };
    const editor = await RpcEditor.start({ command, env, ...options });
    this.editors.push(editor);
    return editor;
  }

  /** A turn whose change waits for approval. */
  async waiting(editor: RpcEditor, sessionId: unknown, command = 'restart cups') {
    const before = editor.all('ui/question').length;
    this.chat.brain.will(wanting(use('shell_exec', { command, reason: 'it hangs' })));
    const { id } = await editor.ask('turns/start', { sessionId, input: command });
    const isNew = (one: RpcQuestion) => editor.all('ui/question').indexOf(one) >= before;
    return { turn: id, question: await editor.hears<RpcQuestion>('ui/question', isNew) };
  }

  private async end(): Promise<void> {
    for (const editor of this.editors.splice(0)) await editor.kill();
    await this.chat.server.stop();
    this.chat.brain.mustBeDone();
  }
}

/** The answer to a question, in the words of its editor. */
export function decide(editor: RpcEditor, question: RpcQuestion, text: string) {
  const { sessionId, questionRequestId } = question;
  const answers = [{ question: question.questions[0]?.question, answer: text }];
  return editor.ask('ui/answerQuestion', { sessionId, questionRequestId, answers });
}

/** All events of a turn as they are stored, asked for in pages. */
export async function stored(editor: RpcEditor, turnId: unknown) {
  const all: { sequence: number; type: string; payload: Record<string, unknown> }[] = [];
  for (;;) {
    const afterSequence = all.at(-1)?.sequence ?? 0;
    const page = await editor.ask('turns/events', { turnId, afterSequence });
    const { events, truncated } = page as { events: typeof all; truncated: boolean };
    all.push(...events);
    if (!truncated || events.length === 0) return all;
  }
}
