import {
  API_PATHS,
  type FleetView,
  type MeView,
  type ReadinessView,
  type ServerCondition,
} from '@kenny/contract/client';
import { DAY_MS } from '@kenny/kernel';
import { TLSSocket } from 'node:tls';
import type { ServerClient } from '../client/server-client.js';
import type { Invocation } from '../invocation.js';
import { span } from '../output/durations.js';
import { failedFinding, type Finding } from './finding.js';

/** A server's `Date` has whole seconds, and the answer takes a while. */
const SKEW_MS = 5_000;
const CERTIFICATE_SOON_MS = 14 * DAY_MS;
const UNAVAILABLE = 503;

/** All checks that a client can make. */
export async function serverFindings(call: Invocation): Promise<Finding[]> {
  let client: ServerClient;
  try {
    client = call.client();
  } catch (error) {
    return [failedFinding('server', error)];
  }
  const reached = await reach(call, client);
  if (reached.some(({ state }) => state === 'fail')) return reached;
  return [...reached, ...(await readyFindings(client)), ...(await tokenFindings(client))];
}

async function reach({ io }: Invocation, client: ServerClient): Promise<Finding[]> {
  const { origin } = client.address;
  const started = io.clock.monotonic();
  try {
    const response = await client.stream(API_PATHS.healthz, { open: true });
    const ms = Math.round(io.clock.monotonic() - started);
    const said = Date.parse(response.headers.date ?? '');
    const tls = tlsFinding(client, response.socket, io.clock.now());
    response.destroy();
    return [
      { check: 'server', state: 'ok', says: `${origin} answers in ${ms} ms` },
      tls,
      clockFinding(said - io.clock.now()),
    ];
  } catch (error) {
    return [failedFinding('server', error)];
  }
}

function clockFinding(skewMs: number): Finding {
  const check = 'clock';
  if (Number.isNaN(skewMs))
    return { check, state: 'skip', says: 'the server does not say its time' };
  if (Math.abs(skewMs) <= SKEW_MS) return { check, state: 'ok', says: 'agrees with the server' };
  const direction = skewMs > 0 ? 'ahead of' : 'behind';
  return {
    ...{
      check,
      state: 'warn',
      says: `the server is ${span(Math.abs(skewMs))} ${direction} this PC`,
    },
    next: 'Set both by NTP: the audit log uses the clock of the server.',
  };
}

function tlsFinding({ address }: ServerClient, socket: unknown, now: number): Finding {
  const check = 'tls';
  if (!(socket instanceof TLSSocket)) {
    return address.loopback
      ? { check, state: 'ok', says: 'not needed: the server is on this machine' }
      : {
          ...{ check, state: 'warn', says: 'none: anybody on the way reads the token' },
          next: 'Set KENNY_TLS_CERT and KENNY_TLS_KEY at the server, or put a proxy before it.',
        };
  }
  const { valid_to, issuer } = socket.getPeerCertificate();
  const left = Date.parse(valid_to) - now;
  const by = [issuer.O, issuer.CN].find((name) => typeof name === 'string') ?? 'unknown';
  const says = `${socket.getProtocol() ?? 'TLS'}, certificate by ${by}, valid for ${span(left)}`;
  if (left > CERTIFICATE_SOON_MS) return { check, state: 'ok', says };
  return { check, state: 'warn', says, next: 'Renew the certificate.' };
}

async function readyFindings(client: ServerClient): Promise<Finding[]> {
  const check = 'database';
  try {
    const answer = await client.request('GET', API_PATHS.readyz, {
      open: true,
      accepted: [UNAVAILABLE],
    });
    const { database, conditions, audit, dropped, chat_key, automatic_backups } = await client.read(
      'ReadinessView',
      answer,
    );
    const working: Finding[] = database === 'ok' ? [{ check, state: 'ok', says: database }] : [];
    return [
      ...working,
      ...conditionFindings(conditions),
      ...(automatic_backups ? [] : [NO_BACKUPS]),
      auditFinding(audit),
      ...droppedFindings(dropped),
      chatFinding(chat_key),
    ];
  } catch (error) {
    return [failedFinding(check, error)];
  }
}

/** In the server's own words, which say what to do. */
function conditionFindings(conditions: readonly ServerCondition[]): Finding[] {
  return conditions.flatMap(({ kind, stops, message }) => {
    const check = CHECKS[kind];
    return check === null ? [] : [{ check, state: stops ? 'fail' : 'warn', says: message }];
  });
}

const NO_BACKUPS: Finding = {
  ...{ check: 'backup', state: 'warn', says: 'none is made automatically' },
  next: 'Turn them on: "kenny backup plan --on", or Settings, Backups.',
};

/** Their names here; null for those with a finding of their own. */
const CHECKS: Readonly<Record<ServerCondition['kind'], string | null>> = {
  database: 'database',
  damage: 'damage',
  disk: 'server disk',
  chat_key: 'chat key',
  demo: 'demo',
  held: 'changes',
  backup: 'backup',
  record: null,
  waiting: null,
};

function chatFinding(source: ReadinessView['chat_key']): Finding {
  const check = 'chat';
  if (source === null) {
    const next = 'Set ANTHROPIC_API_KEY on the server, or store a key: docs/guides/chat.md.';
    return { check, state: 'skip', says: 'there is no key, so there is no chat', next };
  }
  const place = source === 'environment' ? "the server's environment" : 'its data folder';
  return { check, state: 'ok', says: `the key is in ${place}` };
}

function auditFinding({
  spooled,
  lost,
  spool_trouble,
  checkpoint_trouble,
}: ReadinessView['audit']): Finding {
  const check = 'audit';
  const troubles = [
    ...(spooled > 0 ? [`${spooled} rows wait in the spool`] : []),
    ...(lost > 0 ? [`${lost} rows could not be kept`] : []),
    ...(spool_trouble === null ? [] : [`no spool: ${spool_trouble}`]),
    ...(checkpoint_trouble === null ? [] : [`no checkpoint: ${checkpoint_trouble}`]),
  ];
  if (troubles.length === 0) return { check, state: 'ok', says: 'every row is stored' };
  const next = 'Look at the disk of the server; then "kenny audit verify" says what is proven.';
  return { check, state: 'warn', says: troubles.join(', '), next };
}

function droppedFindings({ telemetry, log_lines }: ReadinessView['dropped']): Finding[] {
  if (telemetry + log_lines === 0) return [];
  return [
    {
      check: 'dropped',
      state: 'warn',
      says: `since its start the server could not store ${telemetry} snapshots of PCs and ${log_lines} log lines`,
      next: 'Its log says why: most often a full disk, or a database that does not keep up.',
    },
  ];
}

async function tokenFindings(client: ServerClient): Promise<Finding[]> {
  try {
    const me = await client.read('MeView', await client.request('GET', API_PATHS.me));
    const token: Finding = { check: 'token', state: 'ok', says: rightsOf(me) };
    const fleet = await client.request('GET', API_PATHS.fleet);
    return [
      token,
      agentsFinding(await client.read('FleetView', fleet)),
      ...(await newerFindings(client)),
    ];
  } catch (error) {
    return [failedFinding('token', error)];
  }
}

/** Nothing where no feed of releases is set, and of a server that does not know of feeds. */
async function newerFindings(client: ServerClient): Promise<Finding[]> {
  const answer = await client.request('GET', API_PATHS.server);
  const facts = await client.read('ServerFacts', answer).catch(() => null);
  if (!facts?.newer) return [];
  const { version, newer } = facts;
  const says = `the server is ${version}, and ${newer.version} is out`;
  const next = [newer.url, newer.notes].filter((one) => one !== null).join(' ');
  return [{ check: 'version', state: 'warn', says, ...(next === '' ? {} : { next }) }];
}

function rightsOf({ name, scope, decide, agents }: MeView): string {
  const pcs = agents === null ? 'all PCs' : `${agents.length} PCs`;
  return `${name}: ${scope}, ${pcs}, ${decide ? 'may decide' : 'may not decide'}`;
}

function agentsFinding({ agents }: FleetView): Finding {
  const check = 'agents';
  const online = agents.filter((agent) => agent.online).length;
  const says = `${online} of ${agents.length} online`;
  if (agents.length === 0) {
    return { check, state: 'skip', says: 'none yet', next: 'Add one: kenny agent add <id>' };
  }
  if (online > 0) return { check, state: 'ok', says };
  const next = 'See "kenny-agent status" on a PC; a PC that is switched off is not online either.';
  return { check, state: 'warn', says, next };
}
