import fc from 'fast-check';
import { canonicalAddress, cleanHost, isPublic, ownAddresses, pinned } from './address-guard.js';

const PUBLIC = '93.184.215.14';
const answers = (...lists: string[][]) => {
  return () => Promise.resolve(lists.shift() ?? []);
};

const hostOf = (url: string) => new URL(url).hostname;

it.each([
  ...['http://127.0.0.1/', 'http://127.1/', 'http://0x7f.1/', 'http://2130706433/'],
  ...['http://0177.0.0.1/', 'http://0x7f000001/', 'http://127.0.0.1./', 'http://１２７.0.0.1/'],
  ...['http://169.254.169.254/', 'http://0xa9fea9fe/', 'http://2852039166/'],
  ...['http://0251.0376.0251.0376/', 'http://0/', 'http://0.0.0.0/'],
  ...['http://10.0.0.1/', 'http://172.16.3.4/', 'http://192.168.178.1/', 'http://100.64.0.1/'],
  ...['http://[::1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
  ...['http://[0:0:0:0:0:ffff:a9fe:a9fe]/', 'http://[::127.0.0.1]/', 'http://[fe80::1]/'],
  ...['http://[fd00:ec2::254]/', 'http://[64:ff9b::a9fe:a9fe]/', 'http://[2002:7f00:1::]/'],
  ...['http://[2001:0:a9fe:a9fe::]/', 'http://[ff02::1]/', 'http://255.255.255.255/'],
  ...['http://224.0.0.1/', 'http://[fec0::1]/', 'http://[2001:db8::1]/'],
])('does not follow %s', async (url) => {
  await expect(pinned(hostOf(url), [], answers([]))).rejects.toThrow(
    /not on the public internet|no address/,
  );
});

it('goes to the public internet, and stays with the address that it judged', async () => {
  const resolve = answers([PUBLIC], ['127.0.0.1']);
  expect(await pinned('ntfy.sh', [], resolve)).toEqual({ address: PUBLIC, isNamed: false });
});

it('does not follow a name that answers otherwise the second time, nor one that answers both', async () => {
  const rebinding = answers([PUBLIC], ['169.254.169.254']);
  await pinned('evil.example', [], rebinding);
  await expect(pinned('evil.example', [], rebinding)).rejects.toThrow('169.254.169.254');
  const both = answers([PUBLIC, '::ffff:10.0.0.1']);
  await expect(pinned('evil.example', [], both)).rejects.toThrow('not on the public internet');
  await expect(pinned('evil.example', [], answers([]))).rejects.toThrow('no address');
  await expect(pinned('evil.example', [], answers(['not-an-address']))).rejects.toThrow();
});

it('goes to an address that an admin has named, in whatever spelling', async () => {
  const named = { address: '192.168.178.20', isNamed: true };
  expect(await pinned('nas', ['192.168.178.20'], answers(['::ffff:192.168.178.20']))).toEqual(
    named,
  );
  expect(await pinned('192.168.178.20', ['::ffff:c0a8:b214'], answers())).toEqual(named);
  await expect(pinned('192.168.178.21', ['192.168.178.20'], answers())).rejects.toThrow();
});

it('takes every address of this machine for its own, even a public one', () => {
  expect(ownAddresses()).toContain('127.0.0.1');
  expect(isPublic(PUBLIC, [PUBLIC])).toBe(false);
  expect(isPublic('2606:4700::1111', ['2606:4700::1111'])).toBe(false);
  expect([PUBLIC, '2606:4700::1111'].map((one) => isPublic(one, []))).toEqual([true, true]);
});

it('knows the same IPv4 address inside of IPv6', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, byte, (...bytes) => {
      const address = bytes.join('.');
      const hex = bytes.map((one) => one.toString(16).padStart(2, '0'));
      const mapped = `::FFFF:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
      expect([`::ffff:${address}`, mapped, `[${mapped}]`].map(canonicalAddress)).toEqual([
        ...[address, address, address],
      ]);
      expect(isPublic(mapped, [])).toBe(isPublic(address, []));
    }),
  );
});

it.each([
  ['mail.example.org', 'mail.example.org'],
  ['0x7f.1', '127.0.0.1'],
  ['[::1]', '::1'],
  ['mail.example.org:25', undefined],
  ['user@mail.example.org', undefined],
  ['mail.example.org/x', undefined],
  ['a b', undefined],
  ['', undefined],
])('reads the host %j as %j', (text, host) => {
  expect(cleanHost(text)).toBe(host);
});
