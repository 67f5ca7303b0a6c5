import { sectionStatus } from '@kenny/health';
import { madeMachines, recorded } from '../../../test/collectors/made-machine.js';
import { parseIptables } from './iptables.js';
import { firewall } from './linux.js';
import { parseNft } from './nftables.js';
import { protectionOf } from './rule-set.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const NFT = 'nft --json --terse list ruleset';

describe('rules of nftables', () => {
  it.each([
    ['recorded/debian12-nft-empty.txt', 'open', 'open'],
    ['recorded/debian12-nft-debian-default.txt', 'open', 'open'],
    ['recorded/debian12-nft-policy-drop.txt', 'closed', 'closed'],
    ['recorded/debian12-nft-ufw.txt', 'closed', 'closed'],
    ['recorded/debian12-nft-of-iptables.txt', 'closed', 'open'],
    ['documented/firewalld-nft.txt', 'closed', 'closed'],
  ])('of %s leave the PC %s over IPv4 and %s over IPv6', async (file, ipv4, ipv6) => {
    const rules = parseNft(await recorded(`firewall/${file}`));
    expect(rules && protectionOf(rules, 'ipv4')).toBe(ipv4);
    expect(rules && protectionOf(rules, 'ipv6')).toBe(ipv6);
  });

  const ruleset = (policy: string, ...rules: [chain: string, ...statements: object[]][]) =>
    JSON.stringify({
      nftables: [
        { metainfo: {} },
        {
          chain: {
            ...{ family: 'ip', table: 't', name: 'in', type: 'filter', hook: 'input' },
            policy,
          },
        },
        ...rules.map(([chain, ...expr]) => ({ rule: { family: 'ip', table: 't', chain, expr } })),
      ],
    });
  const match = { match: { op: '==', left: {}, right: 1 } };
  const [drop, accept] = [{ drop: null }, { accept: null }];
  const jump = (target: string) => ({ jump: { target } });

  it.each([
    ['a list of banned addresses', ruleset('accept', ['in', match, drop]), 'partly'],
    [
      'a ban one chain further',
      ruleset('accept', ['in', match, jump('f2b')], ['f2b', drop]),
      'partly',
    ],
    [
      'a drop for all that is left',
      ruleset('accept', ['in', match, accept], ['in', drop]),
      'closed',
    ],
    ['an accept for all before the drop', ruleset('drop', ['in', accept], ['in', drop]), 'partly'],
    ['a drop policy behind an accept for all', ruleset('drop', ['in', accept]), 'open'],
    [
      'chains that call each other',
      ruleset('drop', ['in', jump('a')], ['a', jump('in')]),
      'closed',
    ],
    ['a counter and nothing else', ruleset('accept', ['in', { counter: {} }]), 'open'],
    [
      'a statement nobody knows before the drop',
      ruleset('accept', ['in', { new: 1 }, drop]),
      'partly',
    ],
  ])('follow %s', (_, text, protection) => {
    const rules = parseNft(text);
    expect(rules && protectionOf(rules, 'ipv4')).toBe(protection);
  });

  it('are not seen in other text', async () => {
    const whole = await recorded('firewall/recorded/debian12-nft-ufw.txt');
    for (const text of ['', 'null', '{}', '{"nftables":[]}', whole.slice(0, 900)]) {
      expect(parseNft(text)).toBeUndefined();
    }
  });
});

describe('rules of iptables', () => {
  it.each([
    ['debian12-iptables-nft.txt', 'closed'],
    ['debian12-iptables-legacy.txt', 'closed'],
  ])('of %s leave the PC %s', async (file, protection) => {
    const rules = parseIptables(await recorded(`firewall/recorded/${file}`), 'ipv4');
    expect(rules && protectionOf(rules, 'ipv4')).toBe(protection);
  });

  it.each([
    ['-P INPUT ACCEPT\n-N f2b\n-A INPUT -p tcp -j f2b\n-A f2b -s 192.0.2.1/32 -j DROP', 'partly'],
    ['-P INPUT DROP\n-A INPUT -m comment --comment "all -j in" -j ACCEPT', 'open'],
    ['-P INPUT DROP\n-A INPUT -i lo -j ACCEPT\n-A INPUT -j LOG --log-prefix "x "', 'closed'],
  ])('are followed in %j', (text, protection) => {
    const rules = parseIptables(text, 'ipv4');
    expect(rules && protectionOf(rules, 'ipv4')).toBe(protection);
  });

  it.each(['', 'iptables: Permission denied', '-P FORWARD DROP'])('are not seen in %j', (text) => {
    expect(parseIptables(text, 'ipv4')).toBeUndefined();
  });
});

describe('section firewall', () => {
  const aMachine = madeMachines();
  const none = { failed: 'x is not installed' };
  const noFirewalld = { 'firewall-cmd': none };
  const ipv6 = {
    '/proc/net/if_inet6':
      'fd000000000000000000000000000002 04 40 00 82     eth0\n' +
      '00000000000000000000000000000001 01 80 10 80       lo\n',
  };
  const statusOf = (fields: object) =>
    sectionStatus('firewall', { status: 'ok', summary: '', ...fields }, NOW);

  it('names ufw where its chains are in charge', async () => {
    const nft = await recorded('firewall/recorded/debian12-nft-ufw.txt');
    const probe = await aMachine({ files: ipv6, programs: { ...noFirewalld, [NFT]: nft } });
    expect(await firewall(probe)).toEqual({
      kind: 'read',
      summary: 'ufw: what is not allowed is refused',
      fields: { profiles: [{ name: 'ufw', enabled: true }] },
    });
  });

  it.each(['debian12-nft-empty', 'debian12-nft-debian-default'])(
    'warns of a PC that lets everything in, whatever tool is installed: %s',
    async (file) => {
      const nft = await recorded(`firewall/recorded/${file}.txt`);
      const probe = await aMachine({ files: ipv6, programs: { ...noFirewalld, [NFT]: nft } });
      const fields = { profiles: [{ name: 'packet filter', enabled: false }] };
      expect(await firewall(probe)).toMatchObject({
        summary: 'packet filter: everything may come in',
        fields,
      });
      expect(statusOf(fields)).toBe('warn');
    },
  );

  it('warns where only IPv4 is filtered and the PC can be reached over IPv6', async () => {
    const nft = await recorded('firewall/recorded/debian12-nft-of-iptables.txt');
    const programs = { ...noFirewalld, [NFT]: nft };
    const fields = {
      profiles: [
        { name: 'iptables', enabled: true },
        { name: 'iptables (IPv6)', enabled: false },
      ],
    };
    expect(await firewall(await aMachine({ files: ipv6, programs }))).toMatchObject({ fields });
    expect(statusOf(fields)).toBe('warn');
    expect(await firewall(await aMachine({ programs }))).toMatchObject({
      fields: { profiles: [{ name: 'iptables', enabled: true }] },
    });
  });

  it('reads rules of the older generation where the kernel has some', async () => {
    const probe = await aMachine({
      files: { '/proc/net/ip_tables_names': 'filter\nnat\n' },
      programs: {
        ...noFirewalld,
        [NFT]: await recorded('firewall/recorded/debian12-nft-empty.txt'),
        'iptables-legacy --version': 'iptables v1.8.9 (legacy)\n',
        'iptables-legacy -S': await recorded('firewall/recorded/debian12-iptables-legacy.txt'),
      },
    });
    expect(await firewall(probe)).toMatchObject({
      fields: { profiles: [{ name: 'iptables', enabled: true }] },
    });
  });

  it('asks iptables where nft is missing', async () => {
    const probe = await aMachine({
      programs: {
        ...noFirewalld,
        nft: none,
        'iptables-legacy': none,
        'ip6tables-legacy': none,
        ip6tables: none,
        'iptables --version': 'iptables v1.8.9 (nf_tables)\n',
        'iptables -S': await recorded('firewall/recorded/debian12-iptables-nft.txt'),
      },
    });
    expect(await firewall(probe)).toMatchObject({
      fields: { profiles: [{ name: 'iptables', enabled: true }] },
    });
  });

  it('is unreadable without a program, and without the right to ask', async () => {
    const bare = { nft: none, iptables: none, ip6tables: none };
    expect(await firewall(await aMachine({ programs: { ...noFirewalld, ...bare } }))).toEqual({
      kind: 'unreadable',
      reason: 'nft and iptables are not installed, so nobody can ask the kernel',
    });
    const denied = { failed: 'nft: Operation not permitted (you must be root) (exit code 1)' };
    expect(await firewall(await aMachine({ programs: { ...noFirewalld, nft: denied } }))).toEqual({
      kind: 'unreadable',
      reason: denied.failed,
    });
  });

  it('believes firewalld that it runs, when nobody may see its rules', async () => {
    const programs = {
      'firewall-cmd --state': 'running\n',
      nft: { failed: 'nft: Operation not permitted (you must be root) (exit code 1)' },
    };
    expect(await firewall(await aMachine({ programs }))).toMatchObject({
      fields: { profiles: [{ name: 'firewalld', enabled: true }] },
    });
  });
});
