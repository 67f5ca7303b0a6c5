import { addressesIn } from './addresses';

describe('addresses of a PC', () => {
  const of = (...ips: unknown[]) => addressesIn({ interfaces: [{ name: 'Ethernet', ips }] });

  it('are those by which others reach it, the usual ones first', () => {
    expect(of('127.0.0.1', 'fe80::1', '2001:db8::1', '192.0.2.24', '169.254.3.4')).toEqual([
      '192.0.2.24',
      '2001:db8::1',
    ]);
    expect(of('192.0.2.24', '192.0.2.24', '192.0.2.25', '192.0.2.26')).toHaveLength(2);
  });

  it('are none where a PC sent something else', () => {
    expect(of(5, null, '<b>', 'x'.repeat(500))).toEqual([]);
    for (const odd of [undefined, null, 'x', { interfaces: 'x' }, { interfaces: [null, {}] }]) {
      expect(addressesIn(odd)).toEqual([]);
    }
  });
});
