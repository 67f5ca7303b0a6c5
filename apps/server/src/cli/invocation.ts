import {
  unknownEnvNames,
  type ExitCode,
  type HttpAnswerName,
  type HttpAnswers,
} from '@kenny/contract/client';
import type { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LiveClient } from './client/live-client.js';
import { serverAddress } from './client/server-address.js';
import { ServerClient, type Answer } from './client/server-client.js';
import { readToken } from './client/token.js';
import { CliError, fileReason } from './errors.js';
import type { CliIo } from './io.js';
import { Screen } from './output/screen.js';
import type { Shown } from './output/shown.js';

/** Options of every command. */
export interface Globals {
  readonly json?: boolean;
  readonly url?: string;
  readonly insecure?: boolean;
}

/** Does the work of one command, called from its action. */
export type Run = (
  command: Command,
  work: (call: Invocation) => Promise<ExitCode>,
) => Promise<void>;

/** One running command: its options, its output, its server. */
export class Invocation {
  readonly screen: Screen;

  constructor(
    readonly io: CliIo,
    readonly globals: Globals,
  ) {
    this.screen = new Screen(io, globals.json === true);
  }

  /**
   * The server this command talks to.
   * @param patienceMs - of every request, when it is not the usual
   * @throws CliError for a wrong address or variable
   */
  client(patienceMs?: number): ServerClient {
    return new ServerClient({
      ...this.server(),
      ...(patienceMs === undefined ? {} : { patienceMs }),
    });
  }

  /** The same server's live topics. @throws CliError for a wrong address or variable */
  live(): LiveClient {
    return new LiveClient({ ...this.server(), screen: this.screen });
  }

  private server() {
    const { io, globals } = this;
    refuseUnknownNames(io.env);
    const address = serverAddress(
      { url: globals.url, insecure: globals.insecure === true },
      io.env,
    );
    return { address, token: () => readToken(io), ca: certificateAuthority(io), io };
  }

  /** Prints the raw answer with --json, otherwise for people. */
  async present<N extends HttpAnswerName>(
    client: ServerClient,
    name: N,
    answer: Answer,
    words: (value: HttpAnswers[N]) => readonly Shown[],
  ): Promise<void> {
    if (this.screen.json) this.screen.printJson(answer.raw);
    else this.screen.print(...words(await client.read(name, answer)));
  }
}

/** A mistyped variable would silently mean the default. The server's and agent's are allowed. */
export function refuseUnknownNames(env: CliIo['env']): void {
  const unknown = unknownEnvNames(env);
  if (unknown.length === 0) return;
  const [are, them] =
    unknown.length === 1 ? ['is not a kenny variable', 'it'] : ['are not kenny variables', 'them'];
  throw new CliError('bad_args', `${unknown.join(', ')} ${are}; correct or remove ${them}.`);
}

export function certificateAuthority({ env, cwd }: Pick<CliIo, 'env' | 'cwd'>): string | undefined {
  const named = env['KENNY_TLS_CA']?.trim();
  if (!named) return undefined;
  try {
    const pem = readFileSync(resolve(cwd, named), 'utf8');
    if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  } catch (error) {
    throw new CliError('bad_args', `KENNY_TLS_CA ${named} cannot be read: ${fileReason(error)}.`);
  }
  throw new CliError('bad_args', `KENNY_TLS_CA ${named} does not hold a certificate in PEM form.`);
}
