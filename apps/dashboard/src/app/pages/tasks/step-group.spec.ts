import { TestBed } from '@angular/core/testing';
import type { SaidItem, TimelineItem, ToolItem } from '../../core/tasks/timeline';
import { rowsOf, StepGroup } from './step-group';

const AT = '2026-11-21T20:00:00Z';
const step = (title: string, status = 'completed'): ToolItem => ({
  ...{ kind: 'tool', key: title, callId: title, at: AT, title, toolKind: 'read', status },
  ...{ parts: [], input: undefined, output: undefined },
});
const said = (text: string): SaidItem => ({ kind: 'message', key: text, at: AT, text });
const shape = (items: readonly TimelineItem[], goesOn = false) =>
  rowsOf(items, goesOn).map((row) => ('steps' in row ? row.steps.length : row.item.key));

describe('the steps of a task', () => {
  const three = [step('a'), step('b'), step('c')];

  it('are one line where three or more are done in a row', () => {
    expect(shape([said('Hello'), ...three, said('So')])).toEqual(['Hello', 3, 'So']);
    expect(shape([step('a'), step('b'), said('So')])).toEqual(['a', 'b', 'So']);
    expect(shape(three)).toEqual([3]);
  });

  it('stay in view while more may follow', () => {
    expect(shape(three, true)).toEqual(['a', 'b', 'c']);
    expect(shape([...three, step('d', 'in_progress')], true)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('never hide one that failed', () => {
    expect(shape([...three, step('d', 'failed'), ...three])).toEqual([3, 'd', 3]);
  });

  it('name the first, as text, and are drawn when they are opened', async () => {
    const fixture = TestBed.createComponent(StepGroup);
    const steps = [step('List <b>PCs'), step('b'), step('c'), step('d')];
    fixture.componentRef.setInput('steps', steps);
    fixture.componentRef.setInput('task', 'REVIEW');
    await fixture.whenStable();
    const page = fixture.nativeElement as HTMLElement;
    expect(page.textContent.trim()).toBe('4 steps done: List <b>PCs, b, c, …');
    expect(page.querySelectorAll('kenny-timeline-entry')).toHaveLength(0);
    const details = page.querySelector('details');
    if (details) details.open = true;
    details?.dispatchEvent(new Event('toggle'));
    await fixture.whenStable();
    expect(page.querySelectorAll('kenny-timeline-entry')).toHaveLength(4);
  });
});
