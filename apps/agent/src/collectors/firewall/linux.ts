import type { FirewallProfile } from '@kenny/contract/agent';
import { type Collector, reading, unreadable } from '../collector.js';
import type { Probe } from '../probe/probe.js';
import { parseIptables } from './iptables.js';
import { NFT_LIST, parseNft } from './nftables.js';
import { type Family, type Protection, protectionOf, type RuleSet } from './rule-set.js';

const LEGACY_TABLES: Readonly<Record<Family, string>> = {
  ipv4: '/proc/net/ip_tables_names',
  ipv6: '/proc/net/ip6_tables_names',
};
const PROGRAMS: Readonly<Record<Family, readonly string[]>> = {
  ipv4: ['iptables-legacy', 'iptables'],
  ipv6: ['ip6tables-legacy', 'ip6tables'],
};
/** Best first. */
const ORDER: readonly Protection[] = ['closed', 'partly', 'open'];
const FAMILIES: readonly Family[] = ['ipv4', 'ipv6'];

/**
 * Follows the kernel's rules for incoming packets, whatever tool is installed; the tool in charge
 * only names the profile.
 */
export const firewall: Collector<'firewall'> = async (probe) => {
  const firewalld = await firewalldRuns(probe);
  const { sets, failures } = await ruleSets(probe);
  if (sets.length === 0 || failures.length > 0) {
    const [why = 'nft and iptables are not installed, so nobody can ask the kernel'] = failures;
    // Rules need root, but firewalld tells everybody that it is in charge.
    if (!firewalld) return unreadable(why);
    const profiles = [{ name: 'firewalld', enabled: true }];
    return reading<'firewall'>(`firewalld runs; its rules could not be read: ${why}`, { profiles });
  }
  const ipv4 = best(sets, 'ipv4');
  const ipv6 = (await usesIpv6(probe)) ? best(sets, 'ipv6') : ipv4;
  const isOpen = ipv4 === 'open' && ipv6 === 'open';
  const name = managerOf(sets, firewalld) ?? (isOpen ? 'packet filter' : toolOf(sets));
  const profiles = profilesOf(name, ipv4, ipv6);
  return reading<'firewall'>(summaryOf(name, ipv4, ipv6), { profiles });
};

function profilesOf(name: string, ipv4: Protection, ipv6: Protection): FirewallProfile[] {
  const profile = { name, enabled: ipv4 === 'closed' };
  if ((ipv6 === 'closed') === profile.enabled) return [profile];
  return [profile, { name: `${name} (IPv6)`, enabled: ipv6 === 'closed' }];
}

const WORDS: Readonly<Record<Protection, string>> = {
  closed: 'what is not allowed is refused',
  partly: 'a few things are refused, everything else may come in',
  open: 'everything may come in',
};

function summaryOf(name: string, ipv4: Protection, ipv6: Protection): string {
  const difference = ipv6 === ipv4 ? '' : `; over IPv6 ${WORDS[ipv6]}`;
  return `${name}: ${WORDS[ipv4]}${difference}`;
}

interface Found {
  sets: RuleSet[];
  /** Rules that could not be read: without them there is no verdict. */
  failures: string[];
}

/** The kernel may hold nftables and legacy rules at once; a packet must pass both. */
async function ruleSets(probe: Probe): Promise<Found> {
  const found: Found = { sets: [], failures: [] };
  const nft = await probe.run('nft', NFT_LIST);
  if (nft.ok) take(found, parseNft(nft.stdout), 'nft');
  else if (nft.installed) found.failures.push(nft.reason);
  const hasNft = nft.ok || nft.installed;
  for (const family of FAMILIES) await olderRules(probe, family, hasNft, found);
  return found;
}

/**
 * Legacy iptables. Asking loads its kernel module, so it is asked only when the module is loaded
 * already, or where `iptables` is the nft variant and `nft` is missing.
 */
async function olderRules(
  probe: Probe,
  family: Family,
  hasNft: boolean,
  found: Found,
): Promise<void> {
  const tables = (await probe.files.readIfThere(LEGACY_TABLES[family])) ?? '';
  const isInUse = tables.split('\n').includes('filter');
  for (const program of isInUse || !hasNft ? PROGRAMS[family] : []) {
    const version = await probe.run(program, ['--version']);
    if (!version.ok) continue;
    if (version.stdout.includes('nf_tables') === isInUse) {
      if (!isInUse) found.sets.push({ inputs: [], chains: new Map() });
      continue;
    }
    const output = await probe.run(program, ['-S']);
    if (output.ok) take(found, parseIptables(output.stdout, family), program);
    else found.failures.push(output.reason);
    return;
  }
  if (isInUse) found.failures.push(`${PROGRAMS[family][0]} is not installed to read its rules`);
}

function take(found: Found, rules: RuleSet | undefined, program: string): void {
  if (rules) found.sets.push(rules);
  else found.failures.push(`${program} answered in an unknown form`);
}

function best(sets: readonly RuleSet[], family: Family): Protection {
  const found = sets.map((rules) => protectionOf(rules, family));
  return ORDER.find((protection) => found.includes(protection)) ?? 'open';
}

/** Services that maintain the rules. */
function managerOf(sets: readonly RuleSet[], firewalld: boolean): string | undefined {
  const chains = sets.flatMap((rules) => [...rules.chains.keys()]);
  if (firewalld || chains.some((name) => / firewalld /.test(name))) return 'firewalld';
  return chains.some((name) => /(?:^| )ufw6?-/.test(name)) ? 'ufw' : undefined;
}

function toolOf(sets: readonly RuleSet[]): string {
  const inputs = sets.flatMap((rules) => rules.inputs);
  return inputs.some(({ name }) => name.endsWith('INPUT')) ? 'iptables' : 'nftables';
}

async function firewalldRuns(probe: Probe): Promise<boolean> {
  const state = await probe.run('firewall-cmd', ['--state']);
  return state.ok && state.stdout.trim() === 'running';
}

/** An address that others can reach: of scope 0, as the fourth column of if_inet6 says. */
async function usesIpv6({ files }: Probe): Promise<boolean> {
  const text = (await files.readIfThere('/proc/net/if_inet6')) ?? '';
  return text.split('\n').some((line) => /^[0-9a-f]{32} \S+ \S+ 00 /.test(line));
}
