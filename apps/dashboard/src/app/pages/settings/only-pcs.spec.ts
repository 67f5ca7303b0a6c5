import { TestBed } from '@angular/core/testing';
import { FleetStore } from '../../core/fleet/fleet-store';
import { OnlyPcs } from './only-pcs';

describe('the field for some PCs only', () => {
  async function open(ids: readonly string[]) {
    const agent = (id: string) => (id.startsWith('pc') ? {} : undefined);
    TestBed.configureTestingModule({
      providers: [{ provide: FleetStore, useValue: { agent } }],
    });
    const fixture = TestBed.createComponent(OnlyPcs);
    fixture.componentRef.setInput('ids', ids);
    await fixture.whenStable();
    const root = fixture.nativeElement as HTMLElement;
    const field = root.querySelector('textarea');
    if (!field) throw new Error('there is no field');
    const write = async (text: string) => {
      field.value = text;
      field.dispatchEvent(new Event('input'));
      await fixture.whenStable();
    };
    return { fixture, field, write, words: () => root.textContent };
  }

  it('shows those that are chosen already', async () => {
    const { field } = await open(['pc1', 'pc2']);
    expect(field.value).toBe('pc1 pc2');
  });

  it('leaves what somebody writes as it is, however it is separated', async () => {
    const { fixture, field, write } = await open([]);
    await write('pc1; pc2,  ');
    expect(fixture.componentInstance.ids()).toEqual(['pc1', 'pc2']);
    expect(field.value).toBe('pc1; pc2,  ');
    fixture.componentRef.setInput('ids', ['pc3']);
    await fixture.whenStable();
    expect(field.value).toBe('pc3');
  });

  it('names those that are not in the fleet', async () => {
    const { write, words } = await open(['pc1']);
    expect(words()).toContain('Optional; default: all.');
    await write('pc1 nobody');
    expect(words()).toContain('Not in the fleet: nobody');
  });
});
