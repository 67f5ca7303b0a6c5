import { TestBed, type ComponentFixture } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import type { ServerFacts } from '@kenny/contract/web';
import { aPc } from '../../../../test/a-pc';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { ApiError } from '../../core/http/api-error';
import { Session } from '../../core/session/session';
import { AddPc } from './add-pc';

const WHY = 'There is <b>none</b> for it yet.';
const FACTS: Pick<ServerFacts, 'installers'> = {
  installers: [
    { os: 'windows', ready: false, trouble: WHY },
    { os: 'linux', ready: true, trouble: null },
  ],
};

describe('the page that adds a PC', () => {
  let fixture: ComponentFixture<AddPc>;
  let server: () => Promise<unknown>;
  let asked: unknown[];
  const element = () => fixture.nativeElement as HTMLElement;
  const text = () => element().textContent ?? '';

  async function show(admin = true): Promise<void> {
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        {
          provide: ApiClient,
          useValue: {
            server: () => server(),
            addAgent: (body: unknown) => {
              asked.push(body);
              return Promise.resolve({});
            },
            installer: (id: string, body: object) => {
              asked.push({ id, ...body });
              return Promise.resolve({
                ...{ agent_id: id, os: 'linux', url: 'https://kenny.example/d/N' },
                ...{ command: 'curl … | sudo sh', expires_at: '2099-01-01T00:00:00Z' },
              });
            },
          },
        },
        { provide: Session, useValue: { reaches: () => admin } },
        {
          provide: FleetStore,
          useValue: { agents: () => [aPc({ agent_id: 'PC1' })], agent: () => undefined },
        },
      ],
    });
    fixture = TestBed.createComponent(AddPc);
    await fixture.whenStable();
  }

  async function name(id: string): Promise<HTMLButtonElement> {
    const field = element().querySelector('input');
    if (!field) throw new Error('there is no field');
    field.value = id;
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    const button = element().querySelector<HTMLButtonElement>('button[type=submit]');
    if (!button) throw new Error('there is no button');
    return button;
  }

  beforeEach(() => {
    asked = [];
    server = () => Promise.resolve(FACTS);
  });

  it('offers what the server can hand out, and says as text why not the rest', async () => {
    await show();
    expect(text()).toContain(WHY);
    expect(element().querySelector('.why b')).toBeNull();
    const radios = [...element().querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(radios.map(({ disabled }) => disabled)).toEqual([true, false, false]);
  });

  it.each(['../etc', '-x', 'a b', 'ä', 'x'.repeat(65), 'pc1'])('does not take %j', async (id) => {
    await show();
    expect((await name(id)).disabled).toBe(true);
  });

  it('shows the line for the PC once it is added', async () => {
    await show();
    (await name('anna-laptop')).click();
    await fixture.whenStable();
    expect(asked).toEqual([
      { agent_id: 'anna-laptop', os: 'linux' },
      { id: 'anna-laptop', os: 'linux' },
    ]);
    expect(text()).toContain('curl … | sudo sh');
    expect(text()).toContain('Waiting for anna-laptop');
  });

  it('says what went wrong when the server cannot be asked', async () => {
    server = () => Promise.reject(new ApiError('internal', 'It is broken.', 'req-1'));
    await show();
    expect(text()).toContain('It is broken.');
    expect((await name('pc2')).disabled).toBe(true);
  });

  it('is for admins', async () => {
    await show(false);
    expect(text()).toContain('Only an admin can add PCs.');
    expect(element().querySelector('form')).toBeNull();
  });
});
