import { TestBed } from '@angular/core/testing';
import type { RespondPermissionBody } from '@kenny/contract/web';
import { aPermission } from '../../../../test/a-task';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { PermissionCards } from './permission-cards';

async function shown(mayDecide = true) {
  const answers: RespondPermissionBody[] = [];
  TestBed.configureTestingModule({
    providers: [
      {
        provide: ApiClient,
        useValue: {
          taskPermissions: () => Promise.resolve({ permissions: [aPermission()], total: 1 }),
          answerPermission: (_task: string, _id: string, body: RespondPermissionBody) => {
            answers.push(body);
            return Promise.resolve({ success: true });
          },
        },
      },
      { provide: Session, useValue: { mayDecide: () => mayDecide } },
    ],
  });
  const fixture = TestBed.createComponent(PermissionCards);
  fixture.componentRef.setInput('taskId', 't1');
  fixture.componentRef.setInput('waits', [{ kind: 'permission', id: 'p1' }]);
  await fixture.whenStable();
  const page = fixture.nativeElement as HTMLElement;
  const buttons = () =>
    [...page.querySelectorAll('button')].map((button) => button.textContent?.trim());
  const press = async (words: string) => {
    const button = [...page.querySelectorAll('button')].find(
      ({ textContent }) => textContent?.trim() === words,
    );
    button?.click();
    await fixture.whenStable();
  };
  return { page, buttons, press, answers };
}

describe('the card of a permission', () => {
  it('says in our words what is allowed, and never offers to always allow it', async () => {
    const { page, buttons } = await shown();
    expect(buttons()).toEqual(['Deny', 'Allow once']);
    expect(page.textContent).not.toContain('Sure, whatever');
    const blocks = [...page.querySelectorAll('pre')].map(({ textContent }) => textContent?.trim());
    expect(blocks).toEqual(['rm x', expect.stringContaining('"command": "rm x"')]);
  });

  it('binds the answer to what was on the screen, and is gone after it', async () => {
    const { page, press, answers } = await shown();
    await press('Allow once');
    expect(answers).toEqual([{ option_id: 'once', shown_sha256: 'a'.repeat(64) }]);
    expect(page.querySelector('section')).toBeNull();
  });

  it('shows it to others without a button', async () => {
    const { page, buttons } = await shown(false);
    expect(buttons()).toEqual([]);
    expect(page.textContent).toContain('Only people who can approve may answer');
  });
});
