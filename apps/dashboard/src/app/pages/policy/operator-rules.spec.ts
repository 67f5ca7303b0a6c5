import { TestBed } from '@angular/core/testing';
import type { RuleView } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { OperatorRulesPanel } from './operator-rules';

const RULE: RuleView = {
  ...{ id: 'no-snap', applies_to: 'posix', pattern: 'snap', reason: 'uses snap' },
  ...{ created_by: 'Anna', created_at: '2026-11-21T20:00:00Z' },
};

async function shown(mayDecide: boolean): Promise<string> {
  TestBed.configureTestingModule({
    providers: [
      {
        provide: ApiClient,
        useValue: { rules: () => Promise.resolve({ items: [RULE], next_cursor: null }) },
      },
      { provide: Session, useValue: { mayDecide: () => mayDecide } },
    ],
  });
  const fixture = TestBed.createComponent(OperatorRulesPanel);
  await fixture.whenStable();
  return (fixture.nativeElement as HTMLElement).textContent ?? '';
}

describe('the custom rules', () => {
  it('can be removed by those who can approve', async () => {
    expect(await shown(true)).toMatch(/Remove\s*no-snap/);
  });

  it('offer no button to others, and say what it takes', async () => {
    const text = await shown(false);
    expect(text).not.toMatch(/Remove\s*no-snap/);
    expect(text).toContain('Only people who can approve may remove a rule');
  });
});
