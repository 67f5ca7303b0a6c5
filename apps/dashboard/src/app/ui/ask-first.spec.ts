import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { MAT_DIALOG_DATA } from '@angular/material/dialog';
import { QuestionDialog, type Question } from './ask-first';

const QUESTION: Question = {
  ...{ title: 'Remove this PC?', name: 'Grandpa’s PC', words: 'For good.', act: 'Remove PC' },
  typed: { agent_id: 'grandpa', name: 'Grandpa’s PC' },
};

describe('a question before what cannot be undone', () => {
  let fixture: ComponentFixture<QuestionDialog>;
  let field: HTMLInputElement;
  const root = () => fixture.nativeElement as HTMLElement;
  const act = () => [...root().querySelectorAll('button')].at(-1);

  async function show(asked: Question): Promise<void> {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({
      providers: [{ provide: MAT_DIALOG_DATA, useValue: asked }],
    });
    fixture = TestBed.createComponent(QuestionDialog);
    await fixture.whenStable();
    const found = root().querySelector('input');
    if (!found) throw new Error('there is no field');
    field = found;
  }
  beforeEach(() => show(QUESTION));
  async function type(text: string): Promise<void> {
    field.value = text;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  }

  it('wants the name of the PC, as anybody types it', async () => {
    expect(root().textContent).toContain('Type Grandpa’s PC');
    expect(act()?.disabled).toBe(true);
    await type("grandpa's pc");
    expect(act()?.disabled).toBe(false);
  });

  it('says what does not match, and nothing while it still may', async () => {
    await type('grandpa');
    expect(root().textContent).not.toContain('does not match');
    await type('grandma');
    expect(root().textContent).toContain('This does not match. It is called Grandpa’s PC.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await type('grandp');
    field.dispatchEvent(new Event('blur'));
    await fixture.whenStable();
    expect(root().textContent).toContain('This does not match.');
    expect(act()?.disabled).toBe(true);
  });

  it('wants a word where it is about no PC', async () => {
    await show({ ...QUESTION, typed: 'restore' });
    expect(root().textContent).toContain('Type restore');
    await type('Restart');
    expect(root().textContent?.replace(/\s+/g, ' ')).toContain(
      'This does not match. Type restore.',
    );
    expect(act()?.disabled).toBe(true);
    await type(' Restore ');
    expect(act()?.disabled).toBe(false);
  });

  it('is red unless nothing is lost by it', async () => {
    expect(act()?.classList).toContain('danger');
    await show({ ...QUESTION, losesNothing: true });
    expect(act()?.classList).not.toContain('danger');
  });
});
