import {
  API_PATHS,
  EXIT_CODES,
  parseReleaseManifest,
  RELEASE_CAPS,
  RELEASE_FILES,
  type ExitCode,
  type ReleaseList,
  type ReleaseManifest,
  type ReleaseView,
} from '@kenny/contract/client';
import { HOUR_MS } from '@kenny/kernel';
import type { Command } from 'commander';
import { open, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { confirmed } from './confirm.js';
import { CliError, fileReason } from './errors.js';
import type { Invocation, Run } from './invocation.js';
import { ago } from './output/durations.js';
import { withProgress } from './output/progress.js';
import { say, type Shown } from './output/shown.js';
import { facts, table } from './output/table.js';

/** Long enough for a hundred MiB over a slow line. */
const PATIENCE_MS = 2 * HOUR_MS;

export function addReleaseCommands(program: Command, run: Run): void {
  const release = program.command('release').description('versions of the agent to update to');
  release
    .command('list')
    .description('what PCs can be updated to, newest first for each system')
    .action((_: object, command: Command) => run(command, list));
  release
    .command('add <file>')
    .description(
      `publish what "npm run release:sign" made; <file>${RELEASE_FILES.manifestSuffix} lies beside it`,
    )
    .action((file: string, _: object, command: Command) => run(command, (call) => add(call, file)));
  release
    .command('withdraw <name>')
    .description('withdraw a release: PCs can no longer fetch it')
    .option('-y, --yes', 'do not ask')
    .action((name: string, { yes }: { yes?: boolean }, command: Command) =>
      run(command, (call) => withdraw(call, name, yes === true)),
    );
}

async function list(call: Invocation): Promise<ExitCode> {
  const client = call.client();
  const answer = await client.request('GET', API_PATHS.releases);
  await call.present(client, 'ReleaseList', answer, (found) =>
    listLines(found, answer.serverTime, call.screen.width),
  );
  return EXIT_CODES.ok;
}

async function add(call: Invocation, name: string): Promise<ExitCode> {
  const client = call.client();
  const path = resolve(call.io.cwd, name);
  const manifest = await readManifest(path + RELEASE_FILES.manifestSuffix);
  const handle = await opened(path);
  try {
    const { size } = await handle.stat();
    if (size !== manifest.size) {
      throw new CliError(
        'bad_args',
        `${path} has ${size} bytes, its manifest says ${manifest.size}: sign it again.`,
      );
    }
    const answer = await withProgress(call.io, `uploading ${name}`, () =>
      client.request('POST', API_PATHS.releases, {
        query: { manifest: JSON.stringify(manifest) },
        file: { bytes: size, stream: handle.createReadStream({ autoClose: false }) },
        patienceMs: PATIENCE_MS,
      }),
    );
    await call.present(client, 'ReleaseView', answer, publishedLines);
  } finally {
    await handle.close();
  }
  return EXIT_CODES.ok;
}

async function withdraw(call: Invocation, name: string, yes: boolean): Promise<ExitCode> {
  const client = call.client();
  const question = say`Withdraw ${name}? PCs that have it keep it; its name cannot be used again.`;
  if (!yes && !(await confirmed(call, question))) return EXIT_CODES.failed;
  await client.request('DELETE', API_PATHS.release(name));
  if (!call.screen.json) call.screen.print(say`${name} is withdrawn.`);
  return EXIT_CODES.ok;
}

/** Checked here as well, to spare a wrong upload. */
async function readManifest(path: string): Promise<ReleaseManifest> {
  const handle = await opened(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(RELEASE_CAPS.manifestBytes + 1));
    const manifest = parseReleaseManifest(buffer.toString('utf8', 0, bytesRead));
    if ('problem' in manifest) throw new CliError('bad_args', `${path}: ${manifest.problem}.`);
    return manifest;
  } finally {
    await handle.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (error) {
    throw new CliError('bad_args', `${path} cannot be read: ${fileReason(error)}.`);
  }
}

function publishedLines({ name, version, os, arch, sha256, verified }: ReleaseView): Shown[] {
  return [
    say`${version} for ${os} on ${arch} is published.`,
    ...facts([
      ['name', name],
      ['sha256', sha256],
      ['signature', verified ? 'of the release key' : 'not judged here (KENNY_RELEASE_PUBKEY)'],
    ]),
    say`Update a PC: kenny agent update <agent_id>`,
    say`PCs fetch it over https, or over http from a server on the same PC; over other http they refuse it.`,
  ];
}

function listLines({ items }: ReleaseList, now: number, width: number | undefined): Shown[] {
  if (items.length === 0) return [say`No releases. Publish one: kenny release add <file>`];
  const rows = items.map((release) => [
    release.version,
    release.os,
    release.arch,
    `${(release.size / 2 ** 20).toFixed(1)} MiB`,
    ago(release.published_at, now),
    release.published_by.name,
    release.verified ? 'yes' : 'no',
    release.name,
  ]);
  const heads = ['version', 'system', 'processor', 'size', 'published', 'by', 'judged', 'name'];
  return table(heads, rows, width);
}
