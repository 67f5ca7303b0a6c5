import { TestBed } from '@angular/core/testing';
import { FleetStore } from '../../core/fleet/fleet-store';
import { OnlyPcs } from './only-pcs';

describe('the field for some PCs only', () => {
  async function open(ids: readonly string[], agents: readonly object[] = []) {
    const agent = (id: string) => (id.startsWith('pc') ? {} : undefined);
    TestBed.configureTestingModule({
      providers: [{ provide: FleetStore, useValue: { agent, agents: () => agents } }],
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
    return { fixture, root, field, write, words: () => root.textContent };
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

  it('offers the PCs of a small fleet by their names', async () => {
    const pcs = [
      { agent_id: 'pc2', name: 'Mum’s laptop' },
      { agent_id: 'pc1', name: 'Anna’s desktop\u202e' },
    ];
    const { fixture, root, field } = await open(['pc2'], pcs);
    const chips = [...root.querySelectorAll<HTMLElement>('.chip')];
    expect(chips.map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
    expect(chips[0]?.textContent).toContain('U+202E');
    for (const chip of chips) chip.click();
    await fixture.whenStable();
    expect(fixture.componentInstance.ids()).toEqual(['pc1']);
    expect(field.value).toBe('pc1');
  });

  it('offers none by name where they are too many', async () => {
    const pcs = Array.from({ length: 17 }, (_, at) => ({ agent_id: `pc${at}`, name: `PC ${at}` }));
    const { root } = await open([], pcs);
    expect(root.querySelector('.chip')).toBeNull();
  });

  it('names those that are not in the fleet', async () => {
    const { write, words } = await open(['pc1']);
    expect(words()).toContain('Optional; default: all.');
    await write('pc1 nobody');
    expect(words()).toContain('Not in the fleet: nobody');
  });
});
