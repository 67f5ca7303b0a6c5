import { TestBed } from '@angular/core/testing';
import { UntrustedText } from './untrusted-text';

async function shown(text: string, look = 'block'): Promise<HTMLElement> {
  const fixture = TestBed.createComponent(UntrustedText);
  fixture.componentRef.setInput('text', text);
  fixture.componentRef.setInput('look', look);
  await fixture.whenStable();
  return fixture.nativeElement as HTMLElement;
}

describe('text that somebody else sent', () => {
  it('is text, whatever it looks like', async () => {
    const element = await shown('<img src=x onerror="alert(1)"><script>alert(1)</script>{{1+1}}');
    expect(element.querySelector('img, script')).toBeNull();
    expect(element.textContent).toContain('<script>alert(1)</script>{{1+1}}');
  });

  it('shows what is hidden in it as marks, and loses what only a terminal needs', async () => {
    const element = await shown('\u001b[31mred\u001b[0m \u202Eexe.txt');
    expect(element.textContent?.trim()).toBe('red U+202Eexe.txt');
    expect(element.querySelector('mark')?.title).toBe('bidi');
  });

  it('is folded when it is long, until somebody asks', async () => {
    const element = await shown(Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n'));
    expect(element.textContent).not.toContain('line 39');
    element.querySelector('button')?.click();
    TestBed.tick();
    expect(element.textContent).toContain('line 39');
  });

  it('says how much there is of what is folded: lines, or characters of a single one', async () => {
    const label = async (text: string) =>
      (await shown(text)).querySelector('button')?.textContent.trim();
    expect(await label('x\n'.repeat(40))).toBe('Show all 41 lines');
    TestBed.resetTestingModule();
    expect(await label('x'.repeat(3_000))).toBe('Show all 3,000 characters');
  });

  it('breaks no option of a command at its dash, and changes no character', async () => {
    const text = 'Stop-Service -Name a-b --no-wait\n-Force 5 -1 x -\u200bq';
    const element = await shown(text, 'code');
    const flags = [...element.querySelectorAll('.flag')].map(({ textContent }) => textContent);
    expect(flags).toEqual(['-Name', '--no-wait', '-Force']);
    expect(element.textContent?.trim().replace('U+200B', '\u200b')).toBe(text);
  });
});
