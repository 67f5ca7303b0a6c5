import { findGuides, namesIn } from './find-guides';

const GUIDES = [
  {
    name: 'disk-full',
    text: '# A disk is nearly full\n\nMake room.\n\n## The bin\n\nEmpty the **Recycle Bin** of each person.\n',
  },
  {
    name: 'backup',
    text: '# Backups\n\nOne file on a USB disk.\n\n## Keep a copy\n\n```sh\n# disk at the fingerprint\ncp a b\n```\n',
  },
  { name: 'printer', text: '# A printer does not print\n\nIs it on? Does its disk spin?\n' },
];
const found = (query: string) =>
  findGuides(GUIDES, query).map(({ page, fragment, title }) => [page, fragment, title]);

describe('the search in the guides', () => {
  it('finds by the title first, then by a heading, then by what is written', () => {
    expect(found('disk')).toEqual([
      ['/guides/disk-full', undefined, 'A disk is nearly full'],
      ['/guides/backup', undefined, 'Backups'],
      ['/guides/printer', undefined, 'A printer does not print'],
    ]);
    expect(found('copy')).toEqual([['/guides/backup', 'keep-a-copy', 'Backups › Keep a copy']]);
  });

  it('leads to the chapter that has all of the words, whatever their order and case', () => {
    expect(found('BIN recycle')).toEqual([
      ['/guides/disk-full', 'the-bin', 'A disk is nearly full › The bin'],
    ]);
  });

  it('finds a guide of which each chapter has only some of them', () => {
    expect(found('room person')).toEqual([
      ['/guides/disk-full', undefined, 'A disk is nearly full'],
    ]);
  });

  it('takes a word from its beginning, and nothing from none', () => {
    expect(found('print').map(([page]) => page)).toEqual(['/guides/printer']);
    expect(found('rinter')).toEqual([]);
    expect(found(' ')).toEqual([]);
    expect(found('(')).toEqual([]);
  });

  it('has what is for developers last, whole guides and parts of others', () => {
    const guides = [
      { name: 'live', text: '# Live backups\n\nA backup by socket.\n', forDevelopers: true },
      { name: 'chat', text: '# Chat\n\nAsk.\n\n## For developers\n\n### Keep\n\nA backup.\n' },
      { name: 'pc', text: '# A PC\n\nMake a backup.\n\n## For developers\n\nA backup.\n' },
    ];
    expect(
      findGuides(guides, 'backup').map(({ page, fragment, forDevelopers }) => [
        ...[page, fragment, forDevelopers],
      ]),
    ).toEqual([
      ['/guides/pc', undefined, false],
      ['/guides/live', undefined, true],
      ['/guides/chat', 'keep', true],
    ]);
    // Words of which one stands in the fold alone.
    expect(findGuides(guides, 'ask backup')[0]).toMatchObject({ forDevelopers: true });
  });

  it('shows the words around what was found, without the marks of Markdown', () => {
    expect(findGuides(GUIDES, 'recycle')[0]?.says).toBe('Empty the Recycle Bin of each person.');
    const bare = '# A bare title\n\n## First\n\nWhat it begins with.\n';
    expect(findGuides([{ name: 'bare', text: bare }], 'bare')[0]?.says).toBe(
      'What it begins with.',
    );
    const long = `# Long\n\n${'many words '.repeat(40)}needle ${'and more '.repeat(40)}\n`;
    const says = findGuides([{ name: 'long', text: long }], 'needle')[0]?.says ?? '';
    expect(says).toMatch(/^…many .* needle .*…$/);
    expect(says.length).toBeLessThan(200);
  });

  it('knows the guides by their list, each once', () => {
    const list =
      '- [A](a.md#x): see [b](b.md)\n- [C](c-d.md)\n- [A again](a.md)\n[x](https://e.md)';
    expect(namesIn(list).map(({ name }) => name)).toEqual(['a', 'b', 'c-d']);
  });

  it('knows from the list which are for developers alone', () => {
    const list = '## For you\n\n- [A](a.md)\n\n## For developers\n\n- [A](a.md)\n- [B](b.md)\n';
    expect(namesIn(list)).toEqual([
      { name: 'a', forDevelopers: false },
      { name: 'b', forDevelopers: true },
    ]);
  });
});
