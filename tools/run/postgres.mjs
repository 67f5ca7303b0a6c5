import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';
/** A socket's path may have some hundred characters; a test's own folder can be longer. */
const LONGEST_FOLDER = 60;

/**
 * A PostgreSQL of one's own for a run of tests: an unprivileged user, a private folder, a socket
 * and no port. It does not wait for the disk, since nobody needs its data after a power cut.
 * @param {{ parent?: string }} [place] - where its folder is made
 * @returns {Promise<{ url: string, folder: string, bin: string, stop(): Promise<void> } | { skipped: string }>}
 */
export async function startPostgres(place = {}) {
  const bin = programs() ?? (installPrograms() ? programs() : undefined);
  if (!bin) {
    return { skipped: 'PostgreSQL is not installed here (Debian: apt-get install postgresql)' };
  }
  const user = unprivileged();
  if (!user) return { skipped: 'there is no user but root that could run PostgreSQL' };
  const parent = place.parent ?? (tmpdir().length > LONGEST_FOLDER ? '/tmp' : tmpdir());
  const folder = mkdtempSync(join(parent, 'kenny-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await start(bin, folder, user);
    return {
      url: `postgres://kenny@localhost/kenny?host=${folder}`,
      ...{ folder, bin },
      stop: async () => {
        server.stdin.end();
        await once(server, 'close');
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Folder of the newest version's programs; Debian has them off the PATH. */
function programs() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = versions.sort((a, b) => Number(b) - Number(a)).map((v) => join(DEBIAN, v, 'bin'));
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  if (asked.status === 0) folders.push(asked.stdout.trim());
  return folders.find((folder) =>
    ['initdb', 'postgres', 'createdb'].every((name) => existsSync(join(folder, name))),
  );
}

function installPrograms() {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  console.log('Installing PostgreSQL for the tests (apt-get install postgresql).');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) => spawnSync('apt-get', ['-q', ...args], { env, stdio: 'ignore' }).status;
  const install = () => apt('install', '-y', '--no-install-recommends', 'postgresql');
  return install() === 0 || (apt('update') === 0 && install() === 0);
}

/** PostgreSQL refuses to run as root; anybody else is themselves. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => {
      const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
      return status === 0 ? Number(stdout) : undefined;
    });
    if (uid && gid) return { uid, gid };
  }
  return undefined;
}

async function start(bin, folder, user) {
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, encoding: 'utf8' };
  const must = (program, ...args) => {
    const { status, stderr, error } = spawnSync(join(bin, program), args, options);
    if (status !== 0) throw new Error(`${program} failed: ${stderr || error?.message}`);
  };
  must('initdb', '-D', data, '-U', 'kenny', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const settings = [
    ...[`unix_socket_directories=${folder}`, 'listen_addresses=', 'max_connections=300'],
    ...['fsync=off', 'full_page_writes=off', 'max_wal_size=4GB'],
  ].flatMap((setting) => ['-c', setting]);
  // The shell stops the server when its own input ends: also when this process is killed.
  const watch = '"$@" & server=$!; cat > /dev/null; kill -INT $server; wait $server';
  const log = openSync(join(folder, 'log'), 'a');
  const server = spawn(
    '/bin/sh',
    ['-c', watch, 'sh', join(bin, 'postgres'), '-D', data, ...settings],
    { ...user, cwd: folder, stdio: ['pipe', log, log] },
  );
  try {
    await answers(bin, folder, options, server);
    must('createdb', '-h', folder, '-U', 'kenny', 'kenny');
    return server;
  } catch (error) {
    server.stdin.end();
    throw new Error(`${error.message}\n${readFileSync(join(folder, 'log'), 'utf8')}`);
  } finally {
    closeSync(log);
  }
}

async function answers(bin, folder, options, server) {
  const asked = () =>
    spawnSync(
      join(bin, 'pg_isready'),
      ['-q', '-h', folder, '-U', 'kenny', '-d', 'postgres'],
      options,
    ).status;
  for (let tries = 0; asked() !== 0; tries += 1) {
    if (server.exitCode !== null || tries > 600) throw new Error('PostgreSQL did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
