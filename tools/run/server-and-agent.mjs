import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  AGENT_ENVIRONMENT,
  AGENT_FILES,
  EXIT_CODES,
  SERVER_FILES,
  claudeCodeCommand,
} from '@kenny/contract/agent';
import { HERE, startedFrom, undoUpdate, update, updateHolds } from './update.mjs';

/** The server, and an agent for this very PC; says where to look. Ctrl+C ends both. */

const { root: ROOT, dataDir } = HERE;
const stateDir = join(dataDir, 'agent');
const agentId = idFromHostname(hostname());

/** Before anybody pulls by hand. */
const started = startedFrom(HERE);
let server = startServer();
let agent;
let stopping = false;
/** While kenny is updated; and whatever was started after it, which may be new itself. */
const updating = new AbortController();
let next;

const CHAT_WORDS = `
Chat needs a key of the Anthropic API: open Chat in the dashboard, which says how to get one and
where to save it. Everything else works without it.
`;

const isService = process.env.KENNY_RUNS_AS === 'autostart';
const END_WORDS = ` Ctrl+C ends the server and the agent.

To have kenny start with this computer: npm run autostart`;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    stopping = true;
    updating.abort();
    for (const child of [agent, server, next]) child?.kill('SIGTERM');
  });
}

function startServer() {
  const child = fork(join(ROOT, 'apps/server/bundle/kenny.mjs'), ['serve'], {
    cwd: ROOT,
    env: { KENNY_RUNS_AS: 'npm-start', ...process.env, KENNY_DATA_DIR: dataDir },
  });
  let answers = false;
  child.on('message', (message) => {
    if (message.type === 'listening') {
      answers = true;
      updateHolds(HERE);
      // Written when the server has taken the key: a key alone may never have got there.
      const enrolled = existsSync(join(stateDir, AGENT_FILES.enrolment));
      child.send({ type: 'local_agent', agent_id: agentId, name: hostname(), has_key: enrolled });
    } else if (message.type === 'local_agent') {
      startAgent(message);
    } else {
      console.error(`The agent of this PC was not started: ${message.message}`);
    }
  });
  child.on('exit', (code) => {
    if (code === EXIT_CODES.restart && !stopping) return void startAgain();
    if (code === EXIT_CODES.update && !stopping) return void updateAndStart();
    if (!answers && !stopping) return void goBackOrEnd(code);
    end(code);
  });
  return child;
}

function end(code) {
  stopping = true;
  agent?.kill('SIGTERM');
  process.exitCode = code ?? 1;
}

/** Of a server that ended before it answered. */
async function goBackOrEnd(code) {
  const why = code === null ? 'it was ended' : `it ended with code ${code}`;
  if (await undoUpdate(HERE, why, updating.signal)) startOther();
  else end(code);
}

/** A restored server may not know the agent of this PC any more: it begins anew as well. */
async function startAgain() {
  await endAgent();
  if (!stopping) server = startServer();
}

async function updateAndStart() {
  await endAgent();
  // Whatever went wrong, a kenny that ends here would be away.
  if (!stopping) {
    await update(HERE, started, updating.signal).catch(({ message }) =>
      console.error(`kenny could not be updated: ${message}`),
    );
  }
  startOther();
}

/** Everything here may be another one by now, this file too. */
function startOther() {
  // systemd starts it again.
  if (stopping || isService) process.exit(stopping ? EXIT_CODES.ok : EXIT_CODES.restart);
  next = spawn(process.execPath, [join(ROOT, 'tools/run/start-here.mjs')], { stdio: 'inherit' });
  next.on('exit', (code) => process.exit(code ?? 1));
}

async function endAgent() {
  const before = agent;
  agent = undefined;
  if (before === undefined || before.exitCode !== null || before.signalCode !== null) return;
  before.kill('SIGTERM');
  await once(before, 'exit');
}

function startAgent({ server: address, page, server_public_key, enroll_token, ...rest }) {
  const { mcp_token, chat_key } = rest;
  // Only what the agent needs: the server's own settings are unknown variables to it.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('KENNY_')),
  );
  agent = spawn(
    process.execPath,
    [join(ROOT, 'apps/agent/bundle/kenny-agent.cjs'), 'run', '--state-dir', stateDir],
    {
      cwd: ROOT,
      // The channel carries nothing: the agent ends when it breaks, so also when we are killed.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...env,
        ...AGENT_ENVIRONMENT,
        KENNY_SERVER: address,
        KENNY_AGENT_ID: agentId,
        KENNY_SERVER_PUBKEY: server_public_key,
        KENNY_LOG_LEVEL: 'warn',
        ...(process.env.KENNY_TELEMETRY_INTERVAL_SECS
          ? { KENNY_TELEMETRY_INTERVAL_SECS: process.env.KENNY_TELEMETRY_INTERVAL_SECS }
          : {}),
        ...(enroll_token ? { KENNY_ENROLL_TOKEN: enroll_token } : {}),
      },
    },
  );
  const started = agent;
  agent.on('exit', (code) => {
    if (!stopping && agent === started)
      console.error(`The agent of this PC ended with code ${code}; the server goes on.`);
  });
  tellWhereToLook(address, { page, known: enroll_token === null, mcp_token, chat_key });
}

function tellWhereToLook(address, { page, known, mcp_token: mcpToken, chat_key: hasChatKey }) {
  const standing = known ? 'known from before' : 'newly enrolled';
  console.log(`
This PC is "${agentId}" (${standing}). Open

    ${page}

and log in with the admin token that the first start gave you. In a terminal, with the token in
KENNY_TOKEN:

    npm run kenny -- agent list --url ${address}
    curl -H "Authorization: Bearer $KENNY_TOKEN" ${address}/api/fleet
${mcpToken ? mcpWords(address, mcpToken) : ''}${hasChatKey ? '' : CHAT_WORDS}
All routes: ${address}/api/docs. Data: ${dataDir}.${isService ? '' : END_WORDS}
`);
}

/** For Claude Code, once; other clients are in docs/guides/mcp.md. */
function mcpWords(address, token) {
  const command = claudeCodeCommand(address, token);
  if (process.stdout.isTTY) {
    return `
Let Claude Code look after it, with a token that is shown this once:

    ${command}
`;
  }
  // A journal or a pipe keeps what it is told, for others to read.
  const file = join(dataDir, SERVER_FILES.firstMcpCommand);
  rmSync(file, { force: true });
  writeFileSync(file, `${command}\n`, { mode: 0o600, flag: 'wx' });
  return `
Let Claude Code look after it: the command, with a token, is in this file, which only you may read:

    ${file}
`;
}

/** A host name as an agent id (design §3): other characters become dashes. */
function idFromHostname(name) {
  const id = name
    .replace(/[^A-Za-z0-9_.-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64);
  return id === '' ? 'this-pc' : id;
}
