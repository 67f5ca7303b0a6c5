import { account, descriptor } from '../../../../test/windows/descriptor.js';
import { accountAt, accountsLetIn } from './access-list.js';

const [SYSTEM, USERS, EVERYONE] = ['S-1-5-18', 'S-1-5-32-545', 'S-1-1-0'];

describe('the access list of a file', () => {
  it('names by number whom it lets in', () => {
    const long = 'S-1-5-21-1004336348-1177238915-682003330-512';
    expect(accountsLetIn(descriptor({ who: SYSTEM }, { who: long }, { who: SYSTEM }))).toEqual([
      SYSTEM,
      long,
    ]);
  });

  it('does not let in whom it denies, nor whom it gives nothing', () => {
    expect(accountsLetIn(descriptor({ who: USERS, kind: 1 }, { who: USERS, mask: 0 }))).toEqual([]);
  });

  it('lets in somebody also under a condition', () => {
    expect(accountsLetIn(descriptor({ who: USERS, kind: 9 }))).toEqual([USERS]);
  });

  it('lets in everybody where there is none, or one of a kind that files do not have', () => {
    const without = descriptor();
    without.writeUInt16LE(0x8000, 2);
    const none = descriptor();
    none.writeUInt32LE(0, 16);
    const strange = descriptor({ who: SYSTEM, kind: 5 });
    for (const bytes of [without, none, strange]) expect(accountsLetIn(bytes)).toEqual([EVERYONE]);
  });

  it('that has no end is no list', () => {
    const bytes = descriptor({ who: SYSTEM });
    bytes.writeUInt16LE(60_000, 24);
    expect(() => accountsLetIn(bytes)).toThrow(/out of range|outside buffer/);
  });
});

describe('an account', () => {
  it('has an authority beyond 32 bits written as one number', () => {
    expect(accountAt(account('S-1-281474976710655-7'), 0)).toBe('S-1-281474976710655-7');
  });
});
