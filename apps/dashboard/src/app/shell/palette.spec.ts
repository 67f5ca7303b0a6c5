import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { SCOPE_RANK, type FleetAgent } from '@kenny/contract/web';
import { CommandRegistry } from '../core/commands/command-registry';
import { FleetStore } from '../core/fleet/fleet-store';
import { Session } from '../core/session/session';
import { nounsFor } from './nouns';
import { Palette } from './palette';

type Scope = 'viewer' | 'operator' | 'admin';

function offeredTo(scope: Scope): string[] {
  const reaches = (least: Scope) => SCOPE_RANK[scope] >= SCOPE_RANK[least];
  TestBed.configureTestingModule({
    providers: [
      provideRouter([]),
      { provide: Session, useValue: { reaches } },
      { provide: FleetStore, useValue: { agents: signal<FleetAgent[]>([]) } },
    ],
  });
  TestBed.createComponent(Palette);
  return TestBed.inject(CommandRegistry)
    .find('', 99)
    .map(({ name }) => name);
}

describe('what the palette offers', () => {
  it('to a viewer is nothing that only says: you may not', () => {
    const offered = offeredTo('viewer');
    expect(offered).toEqual(['Today', 'Fleet', 'Record', 'Policy', 'Settings']);
    expect(nounsFor(TestBed.inject(Session)).map(({ name }) => name)).toEqual(offered);
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
