import { jest } from '@jest/globals';
import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { NavigationEnd, provideRouter, Router } from '@angular/router';
import { SCOPE_RANK, type FleetAgent } from '@kenny/contract/web';
import { filter, firstValueFrom } from 'rxjs';
import { aPc } from '../../../test/a-pc';
import { CommandRegistry } from '../core/commands/command-registry';
import { FleetStore } from '../core/fleet/fleet-store';
import { Session } from '../core/session/session';
import { navigationFor } from '../pages/navigation';
import { Palette } from './palette';

type Scope = 'viewer' | 'operator' | 'admin';

function offeredTo(scope: Scope, agents: FleetAgent[] = [], text = ''): string[] {
  const reaches = (least: Scope) => SCOPE_RANK[scope] >= SCOPE_RANK[least];
  TestBed.configureTestingModule({
    providers: [
      provideRouter([{ path: '**', children: [] }]),
      { provide: Session, useValue: { reaches } },
      { provide: FleetStore, useValue: { agents: signal(agents) } },
    ],
  });
  TestBed.createComponent(Palette);
  return TestBed.inject(CommandRegistry)
    .find(text, 99)
    .map(({ name }) => name);
}

describe('what the palette offers', () => {
  it('to a viewer is nothing that only says: you may not', () => {
    const offered = offeredTo('viewer');
    const pages = ['Today', 'Fleet', 'Tasks', 'Audit log', 'Policy', 'Settings'];
    expect(offered).toEqual([...pages, 'Server', 'Me']);
    expect(navigationFor(TestBed.inject(Session)).map(({ name }) => name)).toEqual(pages);
  });

  it('to an operator are the pages on which things are asked for and decided', () => {
    expect(offeredTo('operator')).toEqual(expect.arrayContaining(['Approvals', 'Chat']));
  });

  it('to an admin is also what only an admin does', () => {
    expect(offeredTo('admin')).toContain('Add a PC');
    TestBed.resetTestingModule();
    expect(offeredTo('operator')).not.toContain('Add a PC');
  });
});

describe('a PC', () => {
  it('is found by its name, and by whose it is', () => {
    const pcs = [aPc({ name: 'Kitchen', owner: 'Grandma' }), aPc({ agent_id: 'b', name: 'Desk' })];
    expect(offeredTo('viewer', pcs, 'grandma')).toEqual(['Kitchen']);
  });
});

describe('what is written before its field has the focus', () => {
  it('is not lost, the Enter at its end included', async () => {
    offeredTo('viewer');
    const press = (key: string, ctrlKey = false) =>
      document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, cancelable: true }));
    press('k', true);
    for (const key of [...'fleet', 'Enter']) expect(press(key)).toBe(false);
    await import('./open-palette');
    await Promise.resolve();
    // jsdom has no layout, so nothing in it is focused by itself, and Angular says so.
    const warned = jest.spyOn(console, 'warn').mockReturnValue();
    TestBed.tick();
    warned.mockRestore();
    document.querySelector<HTMLInputElement>('kenny-palette-dialog input')?.focus();
    const router = TestBed.inject(Router);
    await firstValueFrom(router.events.pipe(filter((event) => event instanceof NavigationEnd)));
    expect(router.url).toBe('/fleet');
  });
});
