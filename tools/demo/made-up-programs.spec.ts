import { check } from '@kenny/contract';
import { madeUpSearch } from './made-up-programs.mjs';

interface Found {
  readonly packages: readonly { readonly id: string }[];
}

describe('the programs that a made-up PC could install', () => {
  const found = (query: string) => (madeUpSearch(query) as Found).packages.map(({ id }) => id);

  it('are found by a part of the name, and by what they are for', () => {
    expect(found('vlc')).toEqual(['VideoLAN.VLC']);
    expect(found('Mozilla FIRE')).toEqual(['Mozilla.Firefox']);
    expect(found('pdf').length).toBeGreaterThan(1);
    expect(found('no such program')).toEqual([]);
  });

  it('are an answer of the contract, each with an id that can be installed', () => {
    expect(check('result:winget_search', madeUpSearch('.'))).toEqual([]);
    for (const id of found('.')) expect(check('args:winget_install', { id })).toEqual([]);
  });
});
