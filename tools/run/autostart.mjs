import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { OURS, ownSettings, SERVICE, SETTINGS_FILE, UNIT_FILE, unitOf } from './autostart-unit.mjs';
import { build, ensureSqlite, ROOT, steps } from './steps.mjs';

/**
 * `npm run autostart`: kenny starts with this computer, from this folder and with its data, as a
 * service of systemd. `npm run autostart -- off` undoes it.
 */
const OFF = 'off';
const START_MS = 60_000;
const LOOK_EVERY_MS = 500;

const isRoot = process.getuid() === 0;
const [word, ...more] = process.argv.slice(2);
if ((word !== undefined && word !== OFF) || more.length > 0)
  end(2, `It knows: npm run autostart, and npm run autostart -- ${OFF}`);
// systemd's own sign that it runs here, sd_booted(3).
if (!existsSync('/run/systemd/system'))
  end(1, 'This computer has no systemd, so kenny cannot be made a service of it here.');
if (isRoot && (process.env.SUDO_USER ?? 'root') !== 'root')
  end(2, 'Run it without sudo: it asks for your password itself.');
if (existsSync(UNIT_FILE) && !readFileSync(UNIT_FILE, 'utf8').startsWith(OURS))
  end(
    1,
    `This computer starts kenny by a file that somebody else wrote: ${UNIT_FILE}.\n` +
      'It stays as it is. To have this folder instead, remove that file first.',
  );

if (word === OFF) turnOff();
else await turnOn();

async function turnOn() {
  const own = ownSettings(process.env);
  if (own.length > 0) {
    end(
      2,
      `These settings are in this terminal alone: ${own.join(', ')}. The service reads them from\n` +
        `${SETTINGS_FILE}, each on a line as NAME=value: write them there, begin a new terminal\n` +
        'without them, and run this again.',
    );
  }
  await steps(ensureSqlite, build);
  const { address, firstToken } = await placesHere();
  if (!isRunning() && (await answers(address)))
    end(1, 'kenny runs in a terminal now. End it there with Ctrl+C, then run this again.');
  const place = {
    node: process.execPath,
    root: ROOT.replace(/\/$/, ''),
    user: userInfo().username,
  };
  const folder = mkdtempSync(join(tmpdir(), 'kenny-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const draft = join(folder, `${SERVICE}.service`);
  writeFileSync(draft, unitOf(place));
  asRoot(
    `install -m 644 '${draft}' ${UNIT_FILE} && systemctl daemon-reload && ` +
      `systemctl enable --quiet ${SERVICE} && systemctl restart ${SERVICE}`,
  );
  await started(address);
  console.log(`
kenny runs, and starts with this computer from now on: no terminal has to stay open.

    Open it        ${address}${existsSync(firstToken) ? `\n    Log in         with the token in ${firstToken}` : ''}
    What it says   journalctl -u ${SERVICE}
    Undo this      npm run autostart -- ${OFF}
`);
}

function turnOff() {
  if (!existsSync(UNIT_FILE)) return console.log('kenny does not start with this computer.');
  asRoot(`systemctl disable --quiet --now ${SERVICE}; rm ${UNIT_FILE} && systemctl daemon-reload`);
  console.log('kenny has ended, and no longer starts with this computer. npm start starts it.');
}

async function started(address) {
  for (const until = Date.now() + START_MS; Date.now() < until; await after(LOOK_EVERY_MS))
    if (isRunning() && (await answers(address))) return;
  end(1, `kenny does not answer at ${address} yet; journalctl -u ${SERVICE} says why.`);
}

/** As on every computer, unless the settings file says otherwise. From the build, which stands now. */
async function placesHere() {
  const { ENV, SERVER_FILES } = await import('@kenny/contract/agent');
  const settings = readSettings();
  const setting = (name) => new RegExp(`^${name}=(.+)$`, 'm').exec(settings)?.[1];
  const dataDir = resolve(ROOT, setting('KENNY_DATA_DIR') ?? ENV.KENNY_DATA_DIR.default);
  return {
    address: `http://127.0.0.1:${setting('KENNY_PORT') ?? ENV.KENNY_PORT.default}`,
    firstToken: join(dataDir, SERVER_FILES.firstToken),
  };
}

/** They may be closed to whoever types this. */
function readSettings() {
  try {
    return readFileSync(SETTINGS_FILE, 'utf8');
  } catch {
    return '';
  }
}

function isRunning() {
  return spawnSync('systemctl', ['is-active', '--quiet', SERVICE]).status === 0;
}

function answers(address) {
  return fetch(`${address}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function asRoot(line) {
  const shell = ['sh', '-c', line];
  const [program, ...args] = isRoot ? shell : ['sudo', ...shell];
  if (!isRoot) console.log(`As root, this is run now:\n\n    ${line}\n`);
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (error) end(1, 'There is no sudo here. Run the line above as root, then look again.');
  if (status !== 0) end(1, 'That did not work, so kenny does not start with this computer.');
}

function end(code, words) {
  console.error(words);
  process.exit(code);
}
