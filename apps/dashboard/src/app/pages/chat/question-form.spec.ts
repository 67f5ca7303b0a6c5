import { TestBed } from '@angular/core/testing';
import { QuestionForm, type Replies } from './question-form';

const QUESTION = {
  id: 'q1',
  questions: [
    {
      ...{ header: 'Printer', question: 'Which printer is it?' },
      options: [
        { label: 'Hall', description: 'the old one' },
        { label: 'Office', description: '<b>new</b>' },
      ],
    },
    { header: 'Since', question: 'Since when?' },
  ],
  asked_at: '2026-11-22T08:00:00Z',
  answer_by: '2026-11-22T08:10:00Z',
};

function show(mine: boolean) {
  const fixture = TestBed.createComponent(QuestionForm);
  const said: Replies[] = [];
  fixture.componentInstance.answered.subscribe((replies) => said.push(replies));
  fixture.componentRef.setInput('question', QUESTION);
  fixture.componentRef.setInput('mine', mine);
  fixture.detectChanges();
  const page = fixture.nativeElement as HTMLElement;
  const press = (name: string) => {
    const buttons = [...page.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent.trim() === name)?.click();
    fixture.detectChanges();
  };
  return { fixture, page, press, said };
}

describe('a question of the model', () => {
  it('is answered by an option, or in other words', () => {
    const { fixture, page, press, said } = show(true);
    press('Hall');
    press('Answer');
    expect(said).toEqual([]);
    const field = page.querySelectorAll('input')[1];
    if (!field) throw new Error('there is no second field');
    field.value = ' yesterday ';
    field.dispatchEvent(new Event('input'));
    fixture.detectChanges();
    press('Answer');
    expect(said).toEqual([
      {
        question_id: 'q1',
        answers: [
          { question: 'Which printer is it?', answer: 'Hall' },
          { question: 'Since when?', answer: 'yesterday' },
        ],
      },
    ]);
  });

  it('may stay without an answer, and the model is told so', () => {
    const { press, said } = show(true);
    press('Skip');
    expect(said).toEqual([{ question_id: 'q1', answers: null }]);
  });

  it('is text, whatever stands in it, and nothing to answer for those who only read', () => {
    const { page } = show(false);
    expect(page.textContent).toContain('Which printer is it?');
    expect(page.querySelector('b, input, button')).toBeNull();
    expect(show(true).page.textContent).toContain('<b>new</b>');
  });
});
