import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { SCOPE_RANK } from '@kenny/contract/web';
import { Session } from '../../core/session/session';
import { outOfReach, SETTINGS } from '../navigation';
import { Settings } from './settings';
import { settings } from './settings.routes';

@Component({ selector: 'kenny-any-page', template: '' })
class AnyPage {}

async function go(scope: 'viewer' | 'admin', to: string): Promise<[string, string[]]> {
  const reaches = (least: 'viewer' | 'operator' | 'admin') =>
    SCOPE_RANK[scope] >= SCOPE_RANK[least];
  const children = settings.map(({ path = '', pathMatch, redirectTo }) =>
    redirectTo === undefined ? { path, component: AnyPage } : { path, pathMatch, redirectTo },
  );
  TestBed.configureTestingModule({
    providers: [
      provideRouter([
        { path: '**', canMatch: [outOfReach], component: AnyPage, title: 'No access' },
        { path: 'settings', component: Settings, children },
      ]),
      { provide: Session, useValue: { reaches } },
    ],
  });
  const harness = await RouterTestingHarness.create(to);
  const links = harness.routeNativeElement?.querySelectorAll('nav a') ?? [];
  return [TestBed.inject(Router).url, [...links].map(({ textContent }) => textContent.trim())];
}

describe('the settings', () => {
  it('begin with the first page that the scope reaches, and list no other', async () => {
    expect(await go('viewer', '/settings')).toEqual([
      '/settings/server',
      ['Server', 'Phone and other devices', 'Me'],
    ]);
  });

  it('are all there for an admin', async () => {
    const names = SETTINGS.map(({ name }) => name);
    expect(await go('admin', '/settings')).toEqual(['/settings/pcs', names]);
  });

  it('say no to a viewer who opens the address of another', async () => {
    expect(await go('viewer', '/settings/people')).toEqual(['/settings/people', []]);
  });

  it('have an address for each row of the list', () => {
    const paths = settings.flatMap(({ path }) => (path ? [`/settings/${path}`] : []));
    expect(paths).toEqual(SETTINGS.map(({ path }) => path));
  });
});
