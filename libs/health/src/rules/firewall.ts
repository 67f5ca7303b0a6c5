import type { FirewallProfile } from '@kenny/contract/agent';
import { powershell, type Help } from '../remedy.js';
import type { Rule } from '../rule.js';
import { grade, type Threshold } from '../threshold.js';
import { asEntries, type Untrusted } from '../untrusted.js';
import { listing, plain } from '../wording.js';

const ENABLED: Threshold = { field: 'profiles[].enabled', warn: { noneOf: [true] } };

const TURN_ON: Help = {
  title: 'Turn on the firewall',
  when: 'When the firewall is off and should be on.',
};

/** A profile that is off, or one profile among others that could not be read, is a warning. */
export const firewall: Rule<'firewall'> = {
  thresholds: [ENABLED],
  remedies: [powershell(TURN_ON, 'Set-NetFirewallProfile -All -Enabled True', ENABLED)],
  judge(payload) {
    const profiles = asEntries<FirewallProfile>(payload.profiles) ?? [];
    if (profiles.length === 0) return undefined;
    const off = profiles.filter(({ enabled }) => grade(flagOf(enabled), ENABLED) !== 'ok');
    if (off.length === 0) return { status: 'ok', reason: 'The firewall is on' };
    return { status: 'warn', reason: `Firewall: ${listing(off, describe)}` };
  },
};

function describe({ name, enabled }: Untrusted<FirewallProfile>): string {
  const profile = plain(name, 'a profile');
  return enabled === false ? `${profile} is off` : `${profile} could not be read`;
}

/** Neither true nor false means unreadable, which is not `true`. */
function flagOf(enabled: unknown): boolean | string {
  return typeof enabled === 'boolean' ? enabled : 'unreadable';
}
