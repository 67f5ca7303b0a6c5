import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { SCOPE_RANK, type MeView, type ServerFacts } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { Session } from '../../core/session/session';
import { NewerKenny } from './newer-kenny';

const NEWER = { version: '9.0.0', url: null, notes: null };

describe('a newer kenny, on Today', () => {
  let asked = 0;

  async function show(
    scope: MeView['scope'],
    newer: ServerFacts['newer'],
    agents: MeView['agents'] = null,
  ): Promise<HTMLElement> {
    asked = 0;
    const server = () => ((asked += 1), Promise.resolve({ newer }));
    const reaches = (least: MeView['scope']) => SCOPE_RANK[scope] >= SCOPE_RANK[least];
    TestBed.configureTestingModule({
      providers: [
        provideRouter([]),
        { provide: ApiClient, useValue: { server } },
        { provide: Session, useValue: { reaches, me: () => ({ agents }) } },
      ],
    });
    const fixture = TestBed.createComponent(NewerKenny);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }

  it('is told to an admin, with the way to it', async () => {
    const page = await show('admin', NEWER);
    expect(page.textContent).toContain('A newer version of kenny is out.');
    expect(page.querySelector('a')?.getAttribute('href')).toBe('/settings/releases');
  });

  it('says nothing while there is none', async () => {
    expect((await show('admin', null)).textContent).toBe('');
  });

  it('is not asked for by whoever could not bring it here', async () => {
    expect((await show('operator', NEWER)).textContent).toBe('');
    expect(asked).toBe(0);
    TestBed.resetTestingModule();
    expect((await show('admin', NEWER, ['one-pc'])).textContent).toBe('');
    expect(asked).toBe(0);
  });
});
