import { API_PATHS, type InstallerIssued } from '@kenny/contract';
import { unzip } from '@kenny/testing';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Installation } from './installation.js';
import { madeOnce } from './made-once.js';
import type { WindowsEnd, WinePc } from './wine-pc.js';
import { whyNoWine } from './wine-pc.js';
import { WORKSPACE, type World } from './world.js';

const PACKAGE = join(WORKSPACE, 'tools/package/package-windows.mjs');
const PARTS = join(WORKSPACE, 'tools/package/parts.mjs');
/** What packages for Windows are made from, fetched once. */
export const PARTS_CACHE = join(WORKSPACE, 'node_modules/.cache/kenny-parts');
const UNREACHABLE = 4;
const PACKING_MS = 300_000;

/** Where the agent is on a PC that it was installed on. */
export const PROGRAM_FOLDER = 'C:\\Program Files\\kenny';
export const PROGRAM = `${PROGRAM_FOLDER}\\kenny-agent.exe`;
export const STATE = 'C:\\ProgramData\\kenny';
/** With a blank, as a browser's folder often has one. */
export const DOWNLOADS = 'C:\\users\\Public\\My Downloads';

/** Why installing on Windows cannot be tried here; undefined when it can. */
export function whyNoWindows(): string | undefined {
  return whyNoWine() ?? whyNoParts();
}

/** Parts of the package that no registry gives us are no fault of ours; any other failure is. */
function whyNoParts(): string | undefined {
  const script = `
    const { fetchParts, PartUnavailable } = await import(process.argv[1]);
    await fetchParts(process.argv[2]).catch((error) => {
      console.error(error.message);
      process.exitCode = error instanceof PartUnavailable ? ${UNREACHABLE} : 1;
    });`;
  const words = ['--input-type=module', '-e', script, PARTS, PARTS_CACHE];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status === 0) return undefined;
  if (status === UNREACHABLE) return stderr.trim();
  throw new Error(stderr);
}

const MAKE = `
const { packageWindows } = await import(process.argv[1]);
const [root, out, cache] = process.argv.slice(2);
await packageWindows({ root, out, cache });`;

/** Where a server that was started from the workspace finds it. */
const HANDED_OUT = join(WORKSPACE, 'dist/windows');

/** The package that servers hand out. */
export async function packageIsThere(world: World): Promise<void> {
  await madeOnce('windows-package', () => makePackage(world, HANDED_OUT));
}

export async function makePackage(world: World, out: string): Promise<void> {
  const packed = world.start({
    name: `package into ${out}`,
    args: ['--input-type=module', '-e', MAKE, PACKAGE, WORKSPACE, out, PARTS_CACHE],
    cwd: WORKSPACE,
  });
  const { code } = await packed.ended(PACKING_MS);
  if (code !== 0) throw new Error(packed.output);
}

/** The archive of a new link, unpacked where a browser would leave it; fetched by the page's own form. */
export async function download({ api, agentId }: Installation, pc: WinePc): Promise<void> {
  const path = API_PATHS.agentInstaller(agentId);
  const { body } = await api.post<InstallerIssued>(path, { os: 'windows' });
  const answer = await fetch(body.url, { method: 'POST', headers: { connection: 'close' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  mkdirSync(pc.file(DOWNLOADS), { recursive: true });
  for (const { name, content } of unzip(Buffer.from(await answer.arrayBuffer()))) {
    writeFileSync(join(pc.file(DOWNLOADS), name), content);
  }
}

export function install(pc: WinePc): Promise<WindowsEnd> {
  return pc.run('cmd', '/c', `${DOWNLOADS}\\install.cmd`, '/quiet');
}

/** A test body: when it fails, what the PC said is part of the failure. */
export function tellingOf(
  world: World,
  pcOf: () => WinePc,
  body: () => Promise<void>,
): () => Promise<void> {
  return world.telling(async () => {
    try {
      await body();
    } catch (error) {
      const pc = pcOf();
      const running = `processes: ${pc.processes('').join(' ')}`;
      const { out } = await pc.run('sc', 'query', 'kenny-agent');
      const told = [...pc.told.slice(-6), ...logsOf(pc), out, running, ''];
      process.stderr.write(told.join('\n'));
      throw error;
    }
  });
}

function logsOf(pc: WinePc): string[] {
  const logs = pc.file(`${STATE}\\logs`);
  if (!existsSync(logs)) return ['no logs'];
  const tail = (file: string): string => readFileSync(file, 'utf8').slice(-4_000);
  return readdirSync(logs).map((name) => `── ${name}\n${tail(join(logs, name))}`);
}
