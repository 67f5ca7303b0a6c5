import type { TailscaleState, TailscaleView } from '@kenny/contract';
import { isObject } from '@kenny/kernel';
import type { Said } from '../kernel/index.js';

/** How things stand, and the one thing to do next. */
export type Standing = Pick<TailscaleView, 'state' | 'command' | 'open' | 'told' | 'address'>;

export const READ_STATUS = ['status', '--json', '--peers=false'] as const;
export const READ_SHARED = ['serve', 'status', '--json'] as const;
export const shareArgs = (port: number): string[] => ['serve', '--bg', String(port)];
export const UNSHARE = ['serve', '--https=443', 'off'] as const;

const INSTALL = 'curl -fsSL https://tailscale.com/install.sh | sh && sudo tailscale up';
const DOWNLOAD = 'https://tailscale.com/download';
const ADMIN = 'https://login.tailscale.com/admin';
/** What it prints to be opened before it shares something the first time. */
const CONSENT = /https:\/\/login\.tailscale\.com\/[\w./?=&%-]{1,300}/;
const NAME =
  /^(?=.{4,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/;

const MOST_TOLD = 400;

const standing = (state: TailscaleState, more: Partial<Standing> = {}): Standing => ({
  ...{ state, command: null, open: null, told: null, address: null },
  ...more,
});

/** Of `tailscale status`; a name means: go on with what is shared. */
export function standingOf(said: Said, platform = process.platform): Standing | { name: string } {
  if (said.missing) {
    const command = platform === 'linux' ? INSTALL : null;
    return standing('not_installed', { command, open: DOWNLOAD });
  }
  if (said.code !== 0) {
    const next = platform === 'linux' ? 'sudo systemctl enable --now tailscaled' : null;
    return standing('not_running', { command: next, told: toldBy(said) });
  }
  const status = parsed(said.stdout);
  if (typeof status?.['BackendState'] !== 'string')
    return standing('unclear', { told: toldBy(said) });
  if (status['BackendState'] === 'NeedsMachineAuth') {
    return standing('awaits_approval', { open: `${ADMIN}/machines` });
  }
  if (status['BackendState'] !== 'Running') {
    return standing('logged_out', { command: 'sudo tailscale up' });
  }
  const self = isObject(status['Self']) ? status['Self']['DNSName'] : undefined;
  const name = typeof self === 'string' ? self.replace(/\.$/, '').toLowerCase() : '';
  const certified: unknown = status['CertDomains'];
  if (NAME.test(name) && Array.isArray(certified) && certified.includes(name)) return { name };
  return standing('no_certificate', { open: `${ADMIN}/dns` });
}

/** Of `tailscale serve status`: whether the name leads to kenny already, and nothing else is there or gets in. */
export function sharedOf(said: Said, name: string, port: number): Standing {
  const address = `https://${name}`;
  const config = said.code === 0 ? parsed(said.stdout) : null;
  if (!config) return standing('unclear', { address, told: toldBy(said) });
  const place = `${name}:443`;
  if (at(config, 'AllowFunnel', place) === true) {
    return standing('funnel', { address, command: 'sudo tailscale funnel --https=443 off' });
  }
  const web = at(config, 'Web', place, 'Handlers');
  const handlers = Object.entries(isObject(web) ? web : {});
  // Whatever else has this name could act in a browser as kenny's own pages.
  const isOurs = ([path, handler]: [string, unknown]) =>
    path === '/' && at(handler, 'Proxy') === `http://127.0.0.1:${port}`;
  if (!handlers.every(isOurs) || at(config, 'TCP', '443', 'TCPForward')) {
    return standing('shares_other', { address, command: `sudo tailscale ${UNSHARE.join(' ')}` });
  }
  return standing(handlers.length > 0 ? 'shared' : 'ready', { address });
}

/** After `tailscale serve` was asked to share. */
export function standingAfter(said: Said, address: string, port: number): Standing {
  const text = said.stdout + said.stderr;
  if (said.code === 0) return standing('shared', { address });
  const open = CONSENT.exec(text)?.[0];
  if (open !== undefined) return standing('needs_consent', { address, open });
  const command = `sudo tailscale ${shareArgs(port).join(' ')}`;
  if (/access denied/i.test(text)) return standing('needs_rights', { address, command });
  return standing('unclear', { address, command, told: toldBy(said) });
}

export const asksConsent = (text: string): boolean => CONSENT.test(text);

/** JSON's `null` stands for nothing shared. */
function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text) ?? {};
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce((one, key) => (isObject(one) ? one[key] : undefined), value);
}

/** In one line; it may be anything. */
function toldBy({ code, stdout, stderr }: Said): string {
  const text = (stderr.trim() || stdout.trim()).slice(0, MOST_TOLD).replace(/\s+/g, ' ');
  if (text !== '') return text;
  return code === null ? 'It did not answer in time.' : `It ended with code ${code}.`;
}
