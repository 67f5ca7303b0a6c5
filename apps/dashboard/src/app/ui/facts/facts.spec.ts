import { TestBed } from '@angular/core/testing';
import { factOf } from '../../core/facts/fact';
import { Facts } from './facts';

describe('a table of facts', () => {
  const rows = [
    { name: 'pc10', mem_bytes: 1e6 },
    { name: 'pc2', mem_bytes: 3e9 },
    { name: 'pc1', mem_bytes: null },
  ];

  async function open() {
    const fixture = TestBed.createComponent(Facts);
    fixture.componentRef.setInput('fact', factOf(rows));
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    const press = async (name: string) => {
      const found = [...page.querySelectorAll('button')].find(
        (one) => one.textContent.trim() === name,
      );
      found?.click();
      await fixture.whenStable();
    };
    const names = () =>
      [...page.querySelectorAll('tbody tr td:first-child')].map((one) => one.textContent.trim());
    return { page, press, names };
  }

  it('keeps the order of the PC until somebody sorts it, and says how it is sorted', async () => {
    const { page, press, names } = await open();
    expect(names()).toEqual(['pc10', 'pc2', 'pc1']);
    await press('Name');
    expect(names()).toEqual(['pc1', 'pc2', 'pc10']);
    expect(page.querySelector('th[aria-sort="ascending"]')?.textContent.trim()).toBe('Name');
    await press('Name');
    expect(names()).toEqual(['pc10', 'pc2', 'pc1']);
  });

  it('begins with the largest number, and what is not known is last', async () => {
    const { page, press, names } = await open();
    await press('Memory');
    expect(names()).toEqual(['pc2', 'pc10', 'pc1']);
    expect(page.querySelectorAll('th[aria-sort]')).toHaveLength(1);
  });
});
