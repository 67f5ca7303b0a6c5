import { signal } from '@angular/core';
import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { FleetAgent, PatchAgentBody } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { AskFirst, type Question } from '../../ui/ask-first';
import { TwoApprovals } from './two-approvals';

const MUM = { agent_id: 'mum', name: 'Mum’s laptop', tags: ['family'] } as unknown as FleetAgent;
const ANNA = { id: 'anna', name: 'Anna' };

describe('requiring two approvals on a PC', () => {
  let fixture: ComponentFixture<TwoApprovals>;
  let sent: PatchAgentBody[];
  let asked: Question[];
  let refusal: ApiError | undefined;
  let answer: boolean;
  const root = () => fixture.nativeElement as HTMLElement;

  beforeEach(async () => {
    [sent, asked, refusal, answer] = [[], [], undefined, true];
    const changeAgent = (_id: string, body: PatchAgentBody) => {
      sent.push(body);
      return refusal && !body.allow_too_few_approvers
        ? Promise.reject(refusal)
        : Promise.resolve(MUM);
    };
    const ask = (question: Question) => {
      asked.push(question);
      return Promise.resolve(answer);
    };
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { changeAgent } },
        { provide: AskFirst, useValue: { ask } },
        { provide: FleetStore, useValue: { agents: signal([MUM]) } },
        { provide: Session, useValue: { reaches: () => true, me: () => ANNA } },
      ],
    });
    fixture = TestBed.createComponent(TwoApprovals);
    await fixture.whenStable();
  });

  async function twoNeeded(): Promise<void> {
    const field = root().querySelector('input');
    if (!field) throw new Error('there is no field');
    field.value = MUM.name;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    root().querySelector('form')?.dispatchEvent(new Event('submit'));
    await fixture.whenStable();
  }
  const tooFew = (...approvers: { id: string; name: string }[]) =>
    new ApiError('conflict', 'too few', null, { field: 'tags', approvers });

  it('asks nothing where two people can approve', async () => {
    await twoNeeded();
    expect(asked).toEqual([]);
    expect(sent).toEqual([{ tags: ['family', 'two-key'] }]);
  });

  it.each([
    ['Only you can approve here', [ANNA]],
    ['Only Ben can approve here', [{ id: 'ben', name: 'Ben' }]],
    ['Nobody can approve here', []],
  ])('says before it is stored: %s', async (words, approvers) => {
    refusal = tooFew(...approvers);
    await twoNeeded();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ name: 'Mum’s laptop', act: 'Require anyway' });
    expect(asked[0]?.words).toContain(words);
    expect(sent.at(-1)).toEqual({ tags: ['family', 'two-key'], allow_too_few_approvers: true });
    expect(root().querySelector('kenny-error')).toBeNull();
  });

  it('stores nothing unless that is confirmed', async () => {
    [refusal, answer] = [tooFew(ANNA), false];
    await twoNeeded();
    expect(sent).toHaveLength(1);
  });

  it('shows any other refusal as it is', async () => {
    refusal = new ApiError('conflict', 'somebody else changed it', null);
    await twoNeeded();
    expect(asked).toEqual([]);
    expect(root().textContent).toContain('somebody else changed it');
  });
});
