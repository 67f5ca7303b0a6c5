import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { aPc } from '../../../../test/a-pc';
import { Composer, type Said } from './composer';

describe('where a message is written', () => {
  let fixture: ComponentFixture<Composer>;
  let sent: Said[];
  let refuse: ApiError | undefined;

  const page = () => fixture.nativeElement as HTMLElement;
  const field = () => {
    const found = page().querySelector('textarea');
    if (!found) throw new Error('there is no field');
    return found;
  };
  const settle = async () => {
    await fixture.whenStable();
    TestBed.tick();
  };
  const type = async (text: string) => {
    field().value = text;
    field().dispatchEvent(new Event('input'));
    await settle();
  };
  const press = async (more: KeyboardEventInit = {}) => {
    const enter = new KeyboardEvent('keydown', {
      ...{ key: 'Enter', cancelable: true, bubbles: true },
      ...more,
    });
    field().dispatchEvent(enter);
    await settle();
    return enter;
  };

  async function show(inputs: Record<string, unknown> = {}): Promise<void> {
    fixture = TestBed.createComponent(Composer);
    fixture.componentRef.setInput('send', (said: Said) => {
      sent.push(said);
      return refuse ? Promise.reject(refuse) : Promise.resolve();
    });
    for (const [name, value] of Object.entries(inputs)) fixture.componentRef.setInput(name, value);
    await settle();
  }

  beforeEach(() => {
    sessionStorage.clear();
    sent = [];
    refuse = undefined;
    const pcs = [
      ...[aPc(), aPc({ agent_id: 'pc2', online: false })],
      aPc({ agent_id: 'pc3', name: 'new', online: false, last_seen: null }),
    ];
    TestBed.configureTestingModule({
      providers: [
        { provide: Session, useValue: { me: () => ({ id: 'anna' }) } },
        {
          provide: FleetStore,
          useValue: {
            agents: () => pcs,
            agent: (id: string) => pcs.find(({ agent_id }) => agent_id === id),
          },
        },
      ],
    });
  });

  it('sends by Enter, and begins a line by Shift and Enter', async () => {
    await show({ agentId: 'pc1' });
    await type('why?');
    expect((await press({ shiftKey: true })).defaultPrevented).toBe(false);
    expect(sent).toEqual([]);
    expect((await press()).defaultPrevented).toBe(true);
    expect(sent).toEqual([{ message: 'why?', agentId: 'pc1', steer: false }]);
    expect(field().value).toBe('');
  });

  it('sends nothing while a character is being composed, and nothing that is empty', async () => {
    await show();
    await press();
    await type('に');
    await press({ isComposing: true });
    expect(sent).toEqual([]);
  });

  it('keeps what was not taken, and says why', async () => {
    refuse = new ApiError('unreachable', 'There is no connection.', null);
    await show({ session: 's1' });
    await type('do not lose me');
    await press();
    expect(field().value).toBe('do not lose me');
    expect(page().textContent).toContain('There is no connection.');
  });

  it('has what was written before, for each conversation its own', async () => {
    await show({ session: 's1' });
    await type('half a thought');
    fixture.componentRef.setInput('session', 's2');
    await settle();
    expect(field().value).toBe('');
    fixture.destroy();
    await show({ session: 's1' });
    expect(field().value).toBe('half a thought');
  });

  it('says that no PC is chosen, and takes another one', async () => {
    await show();
    const chosen = page().querySelector('select');
    expect(chosen?.selectedOptions[0]?.textContent).toContain('All PCs');
    if (chosen) chosen.value = 'pc2';
    chosen?.dispatchEvent(new Event('change'));
    await type('hello');
    await press();
    expect(sent).toMatchObject([{ agentId: 'pc2' }]);
    expect(page().textContent).toContain('kitchen · pc2 (offline)');
    expect(page().textContent).toContain('new (not connected yet)');
  });

  it('joins the turn at work when it is told to, else waits for its end', async () => {
    await show({ busy: true });
    await type('no, the other one');
    expect(page().querySelector('[type=submit]')?.textContent.trim()).toBe('Send next');
    expect(page().textContent).toContain('waits until Claude has finished this answer');
    const now = [...page().querySelectorAll('button')].find(
      ({ textContent }) => textContent.trim() === 'Send now',
    );
    now?.click();
    await settle();
    expect(sent).toMatchObject([{ steer: true }]);
  });
});
