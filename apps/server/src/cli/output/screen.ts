import { visibleJson } from '@kenny/kernel';
import type { CliIo, TextOutput } from '../io.js';
import type { Shown } from './shown.js';

/** Where a command prints: results on standard output, everything else on standard error. */
export class Screen {
  constructor(
    private readonly io: Pick<CliIo, 'out' | 'err' | 'env'>,
    /** Results are the server's JSON, for programs. */
    readonly json: boolean,
  ) {}

  /** Columns of the terminal; undefined when a program reads. */
  get width(): number | undefined {
    return this.io.out.isTTY ? (this.io.out.columns ?? 80) : undefined;
  }

  /** Part of the result. */
  print(...lines: readonly Shown[]): void {
    write(this.io.out, lines, this.io.env);
  }

  /** Questions and notes on standard error; never part of the result. */
  note(...lines: readonly Shown[]): void {
    write(this.io.err, lines, this.io.env);
  }

  /** The server's answer verbatim; on a terminal with control characters escaped. */
  printJson(raw: string): void {
    if (raw === '') return;
    const text = this.io.out.isTTY ? visibleJson(raw) : raw;
    this.io.out.write(text.endsWith('\n') ? text : `${text}\n`);
  }
}

function write(output: TextOutput, lines: readonly Shown[], env: CliIo['env']): void {
  if (lines.length === 0) return;
  const colour = wantsColour(output, env);
  output.write(lines.map((line) => `${line.render(colour)}\n`).join(''));
}

/** Colour only on a terminal whose user has not refused it (no-color.org). */
export function wantsColour(output: TextOutput, env: CliIo['env']): boolean {
  return output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}
