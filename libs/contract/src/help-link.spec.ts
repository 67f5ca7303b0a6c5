import { HELP_LINK_SCHEMES, helpLinkOf, helpLinkTrouble } from './help-link.js';

const PC = { id: 'mum', help_id: '123 456' };

describe('a link for remote help', () => {
  it.each([
    ['rustdesk://{help_id}', 'rustdesk://123%20456'],
    [
      'https://mesh.example.org/?node={help_id}&pc={id}',
      'https://mesh.example.org/?node=123%20456&pc=mum',
    ],
    ['rdp://full%20address=s:{help_id}', 'rdp://full%20address=s:123%20456'],
    ['ssh://root@{id}.home.example.org', 'ssh://root@mum.home.example.org'],
  ])('%s leads to the PC', (link, url) => {
    expect(helpLinkTrouble(link)).toBeUndefined();
    expect(helpLinkOf(link, PC)).toBe(url);
  });

  it.each([
    ...['javascript:alert(1)', 'JavaScript://%0aalert(1)', 'javascript://x/%0aalert(1)'],
    ...['data:text/html,x', 'file:///etc/passwd', 'http://example.org', 'vbscript://x', 'blob://x'],
    ...[' https://example.org', '//example.org', '/fleet', 'https:example.org', 'https:///x', ''],
    ...[
      'https://a b',
      'https://a"b',
      'https://a<b',
      'https://a\nb',
      'https://a\u202eb',
      'https://a\\b',
    ],
    ...['https://{host}', 'https://{', 'https://}', 'https://{{id}}', 'https://{}', 'https://{ID}'],
    ...['https://{__proto__}', `https://${'x'.repeat(500)}`],
  ])('is refused: %j', (link) => {
    expect(helpLinkTrouble(link)).toBeDefined();
    expect(helpLinkOf(link, PC)).toBeUndefined();
  });

  it('keeps a value in its place, whatever somebody wrote', () => {
    const help_id = '/../@evil.example.org/?a=b#c&d="><script>';
    const url = helpLinkOf('https://mesh.example.org/n/{help_id}?x=1', { help_id });
    const { host, search, hash, pathname } = new URL(url ?? '');
    expect([host, search, hash]).toEqual(['mesh.example.org', '?x=1', '']);
    expect(decodeURIComponent(pathname)).toBe(`/n/${help_id}`);
  });

  it('is none while a value that it asks for is missing', () => {
    expect(helpLinkOf('rustdesk://{help_id}', { id: 'mum' })).toBeUndefined();
    expect(helpLinkOf('rustdesk://{help_id}', { help_id: '\ud800' })).toBeUndefined();
    expect(helpLinkOf('https://mesh.example.org/{id}', { id: 'mum' })).toBeDefined();
  });

  it('opens nothing that runs in a page', () => {
    expect(HELP_LINK_SCHEMES).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:javascript|data|file|blob|http)$/)]),
    );
  });
});
