import type { ModelAnswer } from '@kenny/testing';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from './program.js';
import { WORKSPACE, type World } from './world.js';

const PROGRAM = join(WORKSPACE, 'apps/product-e2e/programs/messages-api.mjs');

/** A request to the model, as far as a test of the product looks into it. */
export interface AskedModel {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools: readonly { readonly name: string }[];
}

/** The Messages API in a process of its own, which answers from a script and refuses what is wrong. */
export class ModelService {
  private constructor(
    private readonly program: Program,
    private readonly requestsFile: string,
    /** Variables of a server that is to ask this one. */
    readonly serverEnv: Readonly<Record<string, string>>,
  ) {}

  static async start(
    world: World,
    name: string,
    answers: readonly ModelAnswer[],
  ): Promise<ModelService> {
    const folder = world.makeFolder(name);
    const answersFile = join(folder, 'answers.json');
    const requestsFile = join(folder, 'requests.jsonl');
    writeFileSync(answersFile, JSON.stringify(answers));
    const program = world.start({
      name: 'Messages API',
      args: [PROGRAM, answersFile, requestsFile],
      cwd: WORKSPACE,
    });
    const [, url = '', key = ''] = await program.says(/answering at (\S+) with key (\S+)/);
    const serverEnv = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: url };
    return new ModelService(program, requestsFile, serverEnv);
  }

  /** What it was asked so far. */
  get requests(): AskedModel[] {
    if (!existsSync(this.requestsFile)) return [];
    const lines = readFileSync(this.requestsFile, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as AskedModel);
  }

  /** Its whole script was asked for, and it had nothing to refuse. */
  async mustBeContent(): Promise<void> {
    expect(await this.program.stop()).toEqual({ code: 0, signal: null });
  }
}
