import { TestBed } from '@angular/core/testing';
import { NameField } from './name-field';

const KNOWN = [
  { id: 'op_1', name: 'Anna' },
  { id: 'op_2', name: 'Ben' },
  { id: 'tok_3', name: 'Claude for Ben (token)' },
];

async function open() {
  const fixture = TestBed.createComponent(NameField);
  fixture.componentRef.setInput('label', 'Person');
  fixture.componentRef.setInput('known', KNOWN);
  fixture.componentRef.setInput('chosen', '');
  const chosen: (string | null)[] = [];
  fixture.componentInstance.choice.subscribe((id) => chosen.push(id));
  await fixture.whenStable();
  const field = (fixture.nativeElement as HTMLElement).querySelector('input');
  if (!field) throw new Error('no field');
  const type = async (text: string) => {
    field.dispatchEvent(new Event('focusin'));
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  const leave = () => field.dispatchEvent(new Event('change'));
  const offered = () => [...document.querySelectorAll<HTMLElement>('mat-option')];
  return { chosen, type, leave, offered };
}

describe('a field for a name', () => {
  it('offers while one types whatever has it in its name, and takes the one that is pressed', async () => {
    const { chosen, type, offered } = await open();
    await type('b');
    expect(offered().map(({ textContent }) => textContent)).toEqual([
      ...['Ben', 'Claude for Ben (token)'],
    ]);
    const press = new MouseEvent('mousedown', { cancelable: true });
    offered()[1]?.dispatchEvent(press);
    expect(press.defaultPrevented).toBe(true);
    offered()[1]?.click();
    expect(chosen).toEqual(['tok_3']);
  });

  it.each([
    ['b', 'op_2'],
    ['BEN', 'op_2'],
    ['claude', 'tok_3'],
    ['op_99', 'op_99'],
    [' ', null],
  ])('takes “%s” for %s when one goes on', async (text, id) => {
    const { chosen, type, leave } = await open();
    await type(text);
    leave();
    expect(chosen).toEqual([id]);
  });
});
