import { TestBed } from '@angular/core/testing';
import type { FleetAgent } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { HOSTILE } from '../../../../test/pc-page-world';
import { PcPeople } from './pc-people';

describe('whose a PC is', () => {
  const shown = async (said: Partial<FleetAgent>) => {
    const fixture = TestBed.createComponent(PcPeople);
    fixture.componentRef.setInput('pc', aPc(said));
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  };

  it('stands with how they are reached, in one line', async () => {
    const page = await shown({ owner: 'Mum', contact: '+49 30 1234567, evenings' });
    expect(page.textContent.replace(/\s+/g, ' ').trim()).toBe(
      'Owner Mum · +49 30 1234567 · evenings',
    );
    expect(page.querySelector('a')?.getAttribute('href')).toBe('tel:+49301234567');
  });

  it('is nothing where nobody wrote anything', async () => {
    expect((await shown({})).textContent.trim()).toBe('');
  });

  it('is text, whatever it says', async () => {
    const page = await shown({ owner: HOSTILE, contact: 'javascript:alert(1)' });
    expect(page.querySelector('img, script, a')).toBeNull();
    expect(page.textContent).not.toContain('\u202e');
  });
});
