import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../run/steps.mjs';

/**
 * Puts what a server needs at run time into `<out>/app`, out of a workspace that was built and whose
 * development packages were pruned: compiled files, packages of others, and the agents to hand out.
 */
const out = resolve(process.argv[2] ?? 'out');
const app = join(out, 'app');

/** No package that the server imports: it hands these files out as they are. */
const DASHBOARD = 'apps/dashboard';
/** It starts this one as a process. */
const AGENTCTL = 'apps/agentctl';

/** Built apart from the rest and far from small; nothing of it runs. */
const LEFT_OVER = [
  'node_modules/sqlite3/build/Release/obj',
  'node_modules/sqlite3/build/Release/obj.target',
  'node_modules/sqlite3/build/Release/test_extension.node',
  'node_modules/sqlite3/deps',
  'node_modules/sqlite3/src',
  'node_modules/.cache',
];

await rm(out, { recursive: true, force: true });
await mkdir(join(out, 'data'), { recursive: true });
for (const name of ['package.json', 'LICENSE', 'node_modules']) await take(name);
for (const workspace of await serverWorkspaces()) {
  for (const name of ['package.json', 'dist', 'bundle']) await take(join(workspace, name));
}
await take(join(DASHBOARD, 'dist'));
await take(join(AGENTCTL, 'bundle'));
await take('dist');
await cp(join(ROOT, 'tools/container/health.mjs'), join(app, 'health.mjs'));
for (const path of LEFT_OVER) await rm(join(app, path), { recursive: true, force: true });
for (const name of await readdir(join(app, 'dist/linux'))) {
  // The server hands out the archive; the files beside it are the same ones unpacked.
  if (!/\.tar\.gz$|^manifest\.json$/.test(name)) await rm(join(app, 'dist/linux', name));
}

async function take(path) {
  if (existsSync(join(ROOT, path))) {
    // Links to our own workspaces stay what they are: relative, and inside.
    await cp(join(ROOT, path), join(app, path), { recursive: true, verbatimSymlinks: true });
  }
}

/** The server, and every library of ours that it or one of these needs. */
async function serverWorkspaces() {
  const known = new Map();
  for (const kind of ['apps', 'libs']) {
    for (const name of await readdir(join(ROOT, kind))) {
      const manifest = join(ROOT, kind, name, 'package.json');
      if (!existsSync(manifest)) continue;
      const { name: id, dependencies = {} } = JSON.parse(await readFile(manifest, 'utf8'));
      known.set(id, { folder: join(kind, name), needs: Object.keys(dependencies) });
    }
  }
  const wanted = new Set();
  const visit = (id) => {
    if (!known.has(id) || wanted.has(id)) return;
    wanted.add(id);
    known.get(id).needs.forEach(visit);
  };
  visit('@kenny/server');
  return [...wanted].map((id) => known.get(id).folder);
}
