import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TailscaleAnswer {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
  /** It prints and does not end, as one that waits for a person. */
  readonly hangs?: boolean;
  /** What it answers from then on. */
  readonly then?: TailscaleAnswers;
}
/** By the words after `tailscale`. */
export type TailscaleAnswers = Readonly<Record<string, TailscaleAnswer>>;

const json = (value: unknown): TailscaleAnswer => ({ stdout: JSON.stringify(value) });

/** What the real program is asked and says, for a computer of this name. */
export class TailscaleWords {
  readonly status = 'status --json --peers=false';
  readonly config = 'serve status --json';
  readonly unshare = 'serve --https=443 off';
  readonly share: string;

  constructor(
    readonly name: string,
    readonly port: number,
  ) {
    this.share = `serve --bg ${port}`;
  }

  is(more: object = {}): TailscaleAnswer {
    const self = { DNSName: `${this.name}.` };
    return json({ BackendState: 'Running', Self: self, CertDomains: [this.name], ...more });
  }

  nothingShared(): TailscaleAnswer {
    return json(null);
  }

  shares(handlers?: object, more: object = {}): TailscaleAnswer {
    const own = { '/': { Proxy: `http://127.0.0.1:${this.port}` } };
    return json({
      TCP: { '443': { HTTPS: true } },
      Web: { [`${this.name}:443`]: { Handlers: handlers ?? own } },
      ...more,
    });
  }

  /** Running, with a name, nothing shared, and willing. */
  ready(): TailscaleAnswers {
    return {
      [this.status]: this.is(),
      [this.config]: this.nothingShared(),
      [this.share]: {
        stdout: `Available within your tailnet:\n\nhttps://${this.name}/\n`,
        then: { [this.config]: this.shares() },
      },
      [this.unshare]: { then: { [this.config]: this.nothingShared() } },
    };
  }
}

export const TAILSCALE_DENIES: TailscaleAnswer = {
  stderr: "sending serve config: Access denied: serve config denied\n\nUse 'sudo tailscale serve'.",
  code: 1,
};

/**
 * A program `tailscale` in a folder for PATH. It knows the command lines that it was told; any other
 * ends with 99 and says so, and `asked` throws for it.
 */
export class FakeTailscale {
  private readonly answers: string;
  private readonly notes: string;

  constructor(readonly folder: string) {
    this.answers = join(folder, 'answers.json');
    this.notes = join(folder, 'notes');
  }

  /** Installed from now on, with these answers. */
  says(answers: TailscaleAnswers): void {
    writeFileSync(this.answers, JSON.stringify(answers));
    writeFileSync(this.notes, '');
    if (existsSync(join(this.folder, 'tailscale'))) return;
    const program = PROGRAM.replaceAll('ANSWERS', JSON.stringify(this.answers)).replaceAll(
      'NOTES',
      JSON.stringify(this.notes),
    );
    writeFileSync(join(this.folder, 'tailscale'), `#!${process.execPath}\n${program}`, {
      mode: 0o755,
    });
  }

  /** Some of them change. */
  nowSays(answers: TailscaleAnswers): void {
    const before = JSON.parse(readFileSync(this.answers, 'utf8')) as TailscaleAnswers;
    writeFileSync(this.answers, JSON.stringify({ ...before, ...answers }));
  }

  /** The command lines that it was started with, and forgets. */
  asked(): string[] {
    const lines = readFileSync(this.notes, 'utf8').split('\n').filter(Boolean);
    writeFileSync(this.notes, '');
    const [untold] = lines.filter((line) => line.startsWith('UNTOLD '));
    if (untold !== undefined) throw new Error(`nobody told tailscale to answer: ${untold}`);
    return lines;
  }
}

/** The script itself: what stands in capitals is put in. */
const PROGRAM = `
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const asked = process.argv.slice(2).join(' ');
const answers = JSON.parse(readFileSync(ANSWERS, 'utf8'));
const answer = answers[asked];
appendFileSync(NOTES, (answer ? '' : 'UNTOLD ') + asked + '\\n');
if (!answer) {
  process.stderr.write('nobody told this tailscale to answer: ' + asked);
  process.exit(99);
}
if (answer.then) writeFileSync(ANSWERS, JSON.stringify({ ...answers, ...answer.then }));
process.stdout.write(answer.stdout ?? '');
process.stderr.write(answer.stderr ?? '');
process.exitCode = answer.code ?? 0;
if (answer.hangs) setInterval(() => {}, 60_000);
`;
