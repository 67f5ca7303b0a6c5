import { TestBed } from '@angular/core/testing';
import type { FleetAgent } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { HOSTILE } from '../../../../test/pc-page-world';
import { PcPeople } from './pc-people';

describe('what people wrote about a PC', () => {
  const shown = async (said: Partial<FleetAgent>) => {
    const fixture = TestBed.createComponent(PcPeople);
    fixture.componentRef.setInput('pc', aPc(said));
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  };

  it('is whose it is and how they are reached, in one line', async () => {
    const page = await shown({ owner: 'Mum', contact: '+49 30 1234567, evenings' });
    expect(page.textContent.replace(/\s+/g, ' ').trim()).toBe(
      'Owner Mum · +49 30 1234567 · evenings',
    );
    expect(page.querySelector('a')?.getAttribute('href')).toBe('tel:+49301234567');
  });

  it('is nothing where nobody wrote anything', async () => {
    expect((await shown({})).textContent.trim()).toBe('');
  });

  it('shows short notes and folds long ones', async () => {
    const open = async (notes: string) => (await shown({ notes })).querySelector('details')?.open;
    expect(await open('one\ntwo')).toBe(true);
    expect(await open('1\n2\n3\n4')).toBe(false);
    expect(await open('x'.repeat(241))).toBe(false);
  });

  it('is text, whatever it says', async () => {
    const page = await shown({ owner: HOSTILE, contact: 'javascript:alert(1)', notes: HOSTILE });
    expect(page.querySelector('img, script, a')).toBeNull();
    expect(page.textContent).not.toContain('\u202e');
  });
});
