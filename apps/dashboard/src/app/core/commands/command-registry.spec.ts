import { signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { PcHealth } from '@kenny/contract/web';
import { Session } from '../session/session';
import { CommandRegistry, type Command } from './command-registry';

describe('the commands of the palette', () => {
  let registry: CommandRegistry;
  const command = (name: string, kind = 'PC'): Command => ({
    ...{ id: name, name, kind },
    run: () => undefined,
  });
  const found = (text: string, limit = 10) => registry.find(text, limit).map(({ name }) => name);

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [{ provide: Session, useValue: { me: signal({ id: 'anna' }) } }],
    });
    registry = TestBed.inject(CommandRegistry);
    registry.register(
      signal([command('Old Office'), command('Office 2'), command('OFFICE 1'), command('Kitchen')]),
    );
  });

  it('are found by every word of the text, in any case, also by their kind', () => {
    expect(found('office 1')).toEqual(['OFFICE 1']);
    expect(found('pc KITCH')).toEqual(['Kitchen']);
    expect(found('kitchen 1')).toEqual([]);
  });

  it('are found by the beginnings of words, and by what is inside one only where nothing begins so', () => {
    registry.register(signal([command('SSH fingerprints'), command('list_print_jobs')]));
    expect(found('print')).toEqual(['list_print_jobs']);
    expect(found('finger')).toEqual(['SSH fingerprints']);
    expect(found('itch')).toEqual(['Kitchen']);
  });

  it('bring what can be done with the only one that was found, right below it and once', () => {
    const call = command('Call Kitchen 2', 'Phone');
    const two: Command = { ...command('Kitchen 2'), more: () => [call] };
    registry.register(signal([{ ...command('Kitchen 3'), more: () => [] }, two, call]));
    expect(found('kitchen')).toEqual(['Kitchen', 'Kitchen 3', 'Kitchen 2', 'Call Kitchen 2']);
    expect(found('kitchen 2')).toEqual(['Kitchen 2', 'Call Kitchen 2']);
  });

  it('say by which word they were found where their line does not show it', () => {
    const also = 'Backup restore api-key';
    const server = { ...command('Server', 'Settings'), also };
    registry.register(signal([server, { ...command('Disk', 'Tool'), detail: 'Reads.', also }]));
    const why = (text: string) => registry.find(text, 10).map(({ detail }) => detail);
    expect(why('back')).toEqual(['backup', 'Reads. · backup']);
    expect(why('restore settings key')).toEqual(['restore, api-key']);
    expect(why('server settings')).toEqual([undefined]);
    expect(registry.find('server', 10)).toEqual([server]);
  });

  it('come in their order, those that begin with the text first, and no more than asked for', () => {
    expect(found('office')).toEqual(['Office 2', 'OFFICE 1', 'Old Office']);
    expect(found('office', 2)).toEqual(['Office 2', 'OFFICE 1']);
    expect(found('')).toEqual(['Old Office', 'Office 2', 'OFFICE 1', 'Kitchen']);
  });

  it('follow what is registered, and go with who registered them', () => {
    const more = signal([command('Settings', 'Page')]);
    const end = registry.register(more);
    expect(found('settings')).toEqual(['Settings']);
    more.set([command('Record', 'Page')]);
    expect(found('settings')).toEqual([]);
    expect(found('page')).toEqual(['Record']);
    end();
    expect(found('page')).toEqual([]);
  });

  it('of the page that is open come before the others', () => {
    registry.register(signal([command('Office disk')]), 'here');
    expect(found('office')).toEqual(['Office disk', 'Office 2', 'OFFICE 1', 'Old Office']);
  });

  it('are not all offered to an empty field', () => {
    registry.register(signal([{ ...command('Hidden'), onlyFound: true }]));
    expect(found('')).not.toContain('Hidden');
    expect(found('hid')).toEqual(['Hidden']);
  });

  it('are offered to an empty field with the PCs that need attention before all others', () => {
    const pc = (name: string, health: PcHealth) => ({ ...command(name), health: () => health });
    const sick = Array.from({ length: 8 }, (_, nr) => pc(`Sick ${nr}`, nr === 0 ? 'crit' : 'warn'));
    registry.register(signal([pc('Well', 'ok'), pc('Away', 'offline'), ...sick]));
    registry.register(signal([command('Run a tool')]), 'here');
    const offered = found('', 20);
    expect(offered.slice(0, 7)).toEqual([
      ...['Run a tool', 'Sick 0', 'Sick 1', 'Sick 2', 'Sick 3', 'Sick 4', 'Sick 5'],
    ]);
    expect(offered.indexOf('Sick 6')).toBeGreaterThan(offered.indexOf('Away'));
  });

  it('of a page with many leave room for the others', () => {
    const tools = Array.from({ length: 30 }, (_, nr) => command(`Tool ${nr}`));
    registry.register(signal(tools), 'here');
    const offered = found('', 100);
    expect(offered.slice(0, 6)).toEqual([
      ...[0, 1, 2, 3, 4].map((nr) => `Tool ${nr}`),
      'Old Office',
    ]);
    expect(offered.at(-1)).toBe('Tool 29');
  });
});
