import { TestBed } from '@angular/core/testing';
import { aPc } from '../../../../test/a-pc';
import { HOSTILE } from '../../../../test/pc-page-world';
import { PcNotes } from './pc-notes';

describe('the notes on a PC', () => {
  const shown = async (notes?: string) => {
    const fixture = TestBed.createComponent(PcNotes);
    fixture.componentRef.setInput('pc', aPc(notes === undefined ? {} : { notes }));
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  };

  it('are nothing where nobody wrote any', async () => {
    expect((await shown()).textContent.trim()).toBe('');
  });

  it('are shown when short and folded when long', async () => {
    const open = async (notes: string) => (await shown(notes)).querySelector('details')?.open;
    expect(await open('one\ntwo')).toBe(true);
    expect(await open('1\n2\n3\n4')).toBe(false);
    expect(await open('x'.repeat(241))).toBe(false);
  });

  it('are text, whatever they say', async () => {
    const page = await shown(HOSTILE);
    expect(page.querySelector('img, script, a')).toBeNull();
    expect(page.textContent).not.toContain('\u202e');
  });
});
