import {
  API_PATHS,
  EXIT_CODES,
  EXPORT_CUT_LENGTH,
  exportCutIn,
  type ExitCode,
} from '@kenny/contract/client';
import { visibleJson } from '@kenny/kernel';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { Transform, Writable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerClient } from '../client/server-client.js';
import { CliError, codeOf, fileReason } from '../errors.js';
import type { Invocation } from '../invocation.js';
import type { CliIo } from '../io.js';
import { say } from '../output/shown.js';

export interface ExportOptions {
  readonly format: string;
  readonly output?: string;
  readonly from?: string;
  readonly to?: string;
  readonly agent?: string;
  readonly after?: string;
  readonly limit?: string;
}

/** Streams the audit log: memory stays flat. */
export async function exportAudit(call: Invocation, options: ExportOptions): Promise<ExitCode> {
  const { format, output, from, to, agent, after, limit } = options;
  const client = call.client();
  const target = output === undefined ? undefined : resolve(call.io.cwd, output);
  if (target !== undefined) refuseExisting(target);
  const rows = await client.stream(API_PATHS.auditExport, {
    query: { format, from, to, agent_id: agent, after, limit },
  });
  const end = new EndOfText();
  if (target === undefined) await toStandardOutput(call.io, client, rows, end);
  else {
    await toFile(call.io, client, rows, end, target);
    if (!call.screen.json) call.screen.note(say`The audit log is in ${target}.`);
  }
  tellOfCut(call, end);
  return EXIT_CODES.ok;
}

/** A cut export must never pass for a complete one. */
function tellOfCut({ screen }: Invocation, end: EndOfText): void {
  const cut = exportCutIn(end.text);
  if (!cut) return;
  screen.note(
    say`These are not all rows: the export was cut after ${cut.rows}, as its last line says.`,
    say`For those that follow add: --after ${cut.after}`,
  );
}

/** Passes everything through and keeps the tail, where a cut is announced. */
class EndOfText extends Transform {
  text = '';

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const end = this.text + chunk.subarray(-EXPORT_CUT_LENGTH).toString('latin1');
    this.text = end.slice(-EXPORT_CUT_LENGTH);
    done(null, chunk);
  }
}

function refuseExisting(file: string): void {
  if (!existsSync(file)) return;
  throw new CliError('conflict', `${file} already exists. Name another file.`);
}

/** All or nothing: the file gets its name once it is complete. */
async function toFile(
  io: CliIo,
  client: ServerClient,
  rows: IncomingMessage,
  end: EndOfText,
  file: string,
): Promise<void> {
  const draft = `${file}.part`;
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(rows, end, target, { signal: io.stop });
    refuseExisting(file);
    await rename(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') await rm(draft, { force: true });
    if (FILE_CODES.has(codeOf(error))) {
      throw new CliError('conflict', `${draft} cannot be written: ${fileReason(error)}.`);
    }
    throw client.explained(error);
  }
}

const FILE_CODES: ReadonlySet<string> = new Set([
  ...['EEXIST', 'ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ENOSPC', 'EROFS', 'EDQUOT'],
]);

async function toStandardOutput(
  io: CliIo,
  client: ServerClient,
  rows: IncomingMessage,
  end: EndOfText,
): Promise<void> {
  try {
    const signal = AbortSignal.any([io.stop, io.readerGone]);
    if (io.out.isTTY) await pipeline(rows, end, forTerminal(), kept(io), { signal });
    else await pipeline(rows, end, kept(io), { signal });
  } catch (error) {
    throw client.explained(error);
  }
}

/** Keeps the pipeline from closing standard output. */
function kept({ out }: CliIo): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (out.write(chunk)) return done();
      out.once('drain', done);
    },
  });
}

/** On a terminal no row may move the cursor. */
function forTerminal(): Transform {
  const decoder = new TextDecoder();
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) =>
      done(null, visibleJson(decoder.decode(chunk, { stream: true }))),
    flush: (done) => done(null, visibleJson(decoder.decode())),
  });
}
