import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { aPc } from '../../../../test/a-pc';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { PcNaming } from './pc-naming';

describe('the name and the tags of a PC', () => {
  let fixture: ComponentFixture<PcNaming>;
  let asked: unknown[];
  let answer: () => Promise<unknown>;
  const element = () => fixture.nativeElement as HTMLElement;
  const button = (words: string) =>
    [...element().querySelectorAll('button')].find((one) => one.textContent.trim() === words);
  const press = async (words: string) => {
    button(words)?.click();
    await fixture.whenStable();
  };
  const write = async (index: number, words: string) => {
    const field = element().querySelectorAll('input')[index];
    if (!field) throw new Error('there is no field');
    field.value = words;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  };
  const values = () => [...element().querySelectorAll('input')].map(({ value }) => value);

  let closed: number;
  /** The page takes it away, and puts it there again. */
  const open = async () => {
    fixture = TestBed.createComponent(PcNaming);
    fixture.componentInstance.closed.subscribe(() => (closed += 1));
    fixture.componentRef.setInput('pc', kitchen);
    await fixture.whenStable();
  };
  const kitchen = aPc({ name: 'Kitchen', tags: ['family'], owner: 'Mum', notes: 'a' });

  beforeEach(async () => {
    closed = 0;
    asked = [];
    answer = () => Promise.resolve({});
    const changeAgent = (id: string, body: unknown) => {
      asked.push([id, body]);
      return answer();
    };
    TestBed.configureTestingModule({
      providers: [{ provide: ApiClient, useValue: { changeAgent } }],
    });
    await open();
  });

  it('are changed in place, and only what is new is sent', async () => {
    expect(values()).toEqual(['Kitchen', 'Mum', '', 'family', '', '']);
    await write(0, ' Mum’s kitchen ');
    await press('Save');
    expect(asked).toEqual([['pc1', { name: 'Mum’s kitchen' }]]);
    expect(closed).toBe(1);
    await open();
    await write(3, '#family laptop, laptop');
    await press('Save');
    expect(asked.at(-1)).toEqual(['pc1', { tags: ['family', 'laptop'] }]);
  });

  it('go with whose it is, how they are reached and notes; an empty text takes one away', async () => {
    let saved = 0;
    fixture.componentInstance.saved.subscribe(() => (saved += 1));
    await write(1, '');
    await write(2, ' 030 1234567 ');
    const notes = element().querySelector('textarea');
    if (!notes) throw new Error('there are no notes');
    expect(notes.value).toBe('a');
    notes.value = 'one\ntwo\n';
    notes.dispatchEvent(new Event('input'));
    await press('Save');
    expect(asked).toEqual([['pc1', { owner: '', contact: '030 1234567', notes: 'one\ntwo' }]]);
    expect(saved).toBe(1);
  });

  it('have the focus in the first, and come back to it for who asks again: what is typed stays', async () => {
    const first = element().querySelector('input');
    document.body.append(element());
    fixture.componentRef.setInput('asked', 2);
    await fixture.whenStable();
    expect(document.activeElement).toBe(first);
    await write(0, 'Other');
    fixture.componentRef.setInput('pc', { ...kitchen, name: 'Elsewhere' });
    fixture.componentRef.setInput('asked', 3);
    await fixture.whenStable();
    expect(values()[0]).toBe('Other');
  });

  it('come into view, on a small screen as well', async () => {
    const place = document.body.getBoundingClientRect();
    const low = Object.assign(place, { top: innerHeight - 60 });
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(low);
    const { scrollIntoView } = Element.prototype;
    const scrolled = (Element.prototype.scrollIntoView = jest.fn());
    await open();
    expect(scrolled).toHaveBeenCalledWith({ block: 'start' });
    Element.prototype.scrollIntoView = scrollIntoView;
    jest.restoreAllMocks();
  });

  it('say in plain words what helps from afar', () => {
    expect(element().textContent).toContain('Remote help number');
    expect(element().textContent).not.toMatch(/RustDesk ID|node/);
  });

  it('need a name, and say so at its field', async () => {
    await write(0, ' ');
    expect(button('Save')?.disabled).toBe(true);
    expect(element().querySelector('[role=alert]')?.textContent).toBe('A PC needs a name.');
    await write(0, 'Mum');
    expect(element().querySelector('[role=alert]')).toBeNull();
  });

  it('go with the link for remote help, unless it could do more than open help', async () => {
    await write(5, 'javascript:alert(1)');
    expect(element().textContent).toContain('The link begins with one of https://');
    expect(button('Save')?.disabled).toBe(true);
    await write(4, ' 123 456 ');
    await write(5, 'rustdesk://{help_id}');
    await press('Save');
    expect(asked).toEqual([['pc1', { help_id: '123 456', help_link: 'rustdesk://{help_id}' }]]);
  });

  it('stay when somebody cancels, or saves what was there', async () => {
    await write(0, 'Other');
    element()
      .querySelector('form')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await fixture.whenStable();
    expect(closed).toBe(1);
    await open();
    expect(values()[0]).toBe('Kitchen');
    await press('Save');
    expect(asked).toEqual([]);
  });

  it('say what is wrong with them, and keep what was written when they are refused', async () => {
    await write(3, 'Family');
    expect(element().textContent).toContain('“Family”: small letters, digits and dashes only.');
    expect(button('Save')?.disabled).toBe(true);
    await write(3, 'two-key');
    answer = () => Promise.reject(new ApiError('forbidden', 'Only an admin may do that.', 'req-1'));
    await press('Save');
    expect(element().textContent).toContain('Only an admin may do that.');
    expect(values()[3]).toBe('two-key');
  });
});
