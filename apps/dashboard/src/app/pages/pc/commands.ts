import { computed, effect, inject, signal, untracked, type Signal } from '@angular/core';
import { Router } from '@angular/router';
import type { FleetAgent } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import type { Choice, Command } from '../../core/commands/command-registry';
import { CatalogStore } from '../../core/facts/catalog-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { sectionsInNeed } from '../../core/health/health-words';
import { Session } from '../../core/session/session';
import { checkTitle, hasNeverConnected, pcHealthWord } from '../../core/words';
import { FixAsker, TOOLS_PART } from './fix-asker';
import {
  callOn,
  doables,
  fits,
  fixesHelping,
  formOf,
  HELPS_NOW,
  hindrance,
  isWhole,
  type Doable,
  type WhatThereIs,
} from './tools/doable';

/** Beside what is asked for at once. */
export const ASKS = 'Asks to run it';
export const UNFIT = 'Not on this PC';

/** Fixes for what is wrong that stand below a PC's name. */
const FIXES_BELOW = 2;

/** What a PC is called in a list, and by which it is recomputed: not with every report. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly owner: string | undefined;
  /** The checks that somebody should look at; it is found by them too. */
  readonly trouble: string;
}

/** The PCs by name, owner and what is wrong; their health is read when a line is drawn. */
function pcs(
  fleet: FleetStore,
  go: (id: string) => void,
  more?: (pc: FleetAgent) => readonly Command[],
): Signal<readonly Command[]> {
  const named = computed(
    () =>
      fleet.agents().map((agent): Named => {
        const trouble = sectionsInNeed(agent).map((one) => checkTitle(one.name));
        return {
          id: agent.agent_id,
          name: agent.name,
          owner: agent.owner,
          trouble: trouble.join(' '),
        };
      }),
    {
      equal: (a, b) =>
        a.length === b.length &&
        a.every(({ id, name, owner, trouble }, at) => {
          const other = b[at];
          const isSame = id === other?.id && name === other.name && owner === other.owner;
          return isSame && trouble === other.trouble;
        }),
    },
  );
  return computed(() =>
    named().map(({ id, name, owner, trouble }) => ({
      also: trouble,
      ...{ id: `page:/fleet/${encodeURIComponent(id)}`, name: visibleText(name), kind: 'PC' },
      ...(owner === undefined ? {} : { detail: `Owner ${visibleText(owner)}` }),
      ...healthOf(fleet, id),
      ...(more
        ? {
            more: () => {
              const pc = fleet.agent(id);
              return pc ? more(pc) : [];
            },
          }
        : {}),
      run: () => go(id),
    })),
  );
}

/** A choice among everything that can be done on that PC. */
export function toolChoice(
  { name, online }: Pick<FleetAgent, 'name' | 'online'>,
  commands: Signal<readonly Command[]>,
): Choice {
  const label = `Run a tool on ${visibleText(name)}${online ? '' : ', which is offline'}`;
  return { label, unmarked: true, commands };
}

/** All that can be done on it, what does not fit last, to be found with its reason. */
export function offeredOn(
  router: Router,
  asker: FixAsker,
  there: WhatThereIs,
  pc: FleetAgent,
  helping: readonly string[],
): Command[] {
  const all = doables(there, [pc], helping);
  const inOrder = [
    ...all.filter(({ unfit }) => unfit === null),
    ...all.filter(({ unfit }) => unfit !== null),
  ];
  return inOrder.map((one) => doableCommand(router, asker, one, pc));
}

/** What can be done on that PC as a command: a whole fix is asked for, anything else opens its form. */
export function doableCommand(
  router: Router,
  asker: FixAsker,
  one: Doable,
  pc: FleetAgent,
): Command {
  const { tool, title, words, unfit, isFix } = one;
  const call = isFix && isWhole(one) && unfit === null ? callOn(one, pc) : undefined;
  const shared = {
    ...{ name: title, detail: unfit ?? words, group: unfit === null ? one.group : UNFIT },
    // Enter alone in an empty palette must ask for nothing.
    ...(isFix ? { onlyFound: true as const } : {}),
  };
  if (call) {
    return {
      ...{ ...shared, id: idOf(one, pc), kind: ASKS },
      run: () => void asker.ask(call),
    };
  }
  return {
    ...{ ...shared, kind: tool?.effect === 'read' ? 'Read' : 'Change' },
    ...(one.remedies.length > 0 || !tool ? {} : { code: tool.name }),
    ...opening(router, one, pc),
  };
}

function idOf({ id }: Doable, { agent_id }: Pick<FleetAgent, 'agent_id'>): string {
  const [kind = '', ...name] = id.split(':');
  return [kind, agent_id, ...name].join(':');
}

/** The form of it there; of a fix that cannot be asked for, the list that says why. */
function opening(router: Router, one: Doable, pc: FleetAgent): Pick<Command, 'id' | 'run'> {
  const form = formOf(one);
  const queryParams = form ? { tool: form.name } : TOOLS_PART;
  return {
    id: idOf(one, pc),
    run: () => void router.navigate(['/fleet', pc.agent_id], { queryParams }),
  };
}

/** A check of one PC as a command that goes to it. */
export function checkCommand(router: Router, name: string, pc: FleetAgent): Command {
  return {
    id: `check:${pc.agent_id}:${name}`,
    ...{ name: `${checkTitle(name)} of ${visibleText(pc.name)}`, kind: 'Check' },
    ...{ also: name, onlyFound: true },
    run: () => void router.navigate(['/fleet', pc.agent_id], { queryParams: { check: name } }),
  };
}

/**
 * Every PC, whatever can be done on one (first which, then where), a question about one, and each check as a filter of the fleet.
 * @param opened above 0 once the palette was opened: the catalog is requested then
 */
export function pcCommands(opened: Signal<number>): Signal<readonly Command[]>[] {
  const [store, fleet, router] = [inject(CatalogStore), inject(FleetStore), inject(Router)];
  const asker = inject(FixAsker);
  const mayAsk = inject(Session).reaches('operator');
  const catalog = store.answer;
  effect(() => {
    if (opened() > 0) untracked(() => store.ask());
  });

  const { remedies } = store;
  /** Where it can be done, those that are there to answer first. */
  const where = (one: Doable): Signal<readonly Command[]> =>
    computed(() =>
      fleet
        .agents()
        .filter((pc) => fits(one, pc))
        .map((pc) => ({ pc, hindered: hindrance(one, pc) }))
        .sort((a, b) => Number(a.hindered !== null) - Number(b.hindered !== null))
        .map(({ pc, hindered }) => {
          const there = { ...one, unfit: hindered };
          const { group: _, code: __, ...command } = doableCommand(router, asker, there, pc);
          return {
            ...command,
            ...{ name: visibleText(pc.name), kind: 'PC', detail: hindered ?? '' },
            ...healthOf(fleet, pc.agent_id),
          };
        }),
    );
  /** Of the whole fleet, each once: which PC comes next. */
  const all = computed<readonly Command[]>(() => {
    const there = { tools: catalog.value()?.tools ?? [], remedies: remedies() };
    return (mayAsk ? doables(there, []) : []).map((one) => ({
      ...{ id: one.id, name: `${one.title}…`, onlyFound: true as const },
      ...{ kind: one.isFix ? 'Fix' : 'Tool', detail: one.words, also: one.tool?.name ?? '' },
      then: {
        label: `${one.title} on which PC?${one.isFix && isWhole(one) ? ' This asks to run it.' : ''}`,
        commands: where(one),
      },
    }));
  });
  /** Checks by which the fleet would show a PC; the same list while they stay the same. */
  const needed = computed(
    () =>
      [
        ...new Set(
          fleet
            .agents()
            .flatMap(sectionsInNeed)
            .map(({ name }) => name),
        ),
      ].sort(),
    { equal: (a, b) => a.join() === b.join() },
  );
  const checks = computed<readonly Command[]>(() =>
    needed().map((name) => ({
      ...{ id: `check:${name}`, name: `${checkTitle(name)}: PCs that need attention` },
      ...{ kind: 'Fleet', also: name, onlyFound: true },
      run: () => void router.navigate(['/fleet'], { queryParams: { check: name } }),
    })),
  );
  const about = computed<readonly Command[]>(() =>
    mayAsk
      ? [
          {
            ...{ id: 'ask-about', name: 'Ask Claude about a PC…', kind: 'Chat', onlyFound: true },
            then: {
              label: 'Ask Claude about which PC?',
              commands: pcs(
                fleet,
                (pc) => void router.navigate(['/chat'], { queryParams: { pc } }),
              ),
            },
          },
        ]
      : [],
  );
  const open = (id: string, queryParams = {}) =>
    void router.navigate(['/fleet', id], { queryParams });
  /** What somebody wants of the one PC that they named. */
  const below = (pc: FleetAgent): readonly Command[] => {
    if (!mayAsk || hasNeverConnected(pc)) return [];
    const there = { tools: catalog.value()?.tools ?? [], remedies: remedies() };
    const helping = fixesHelping([pc], store.remediesOf);
    const offered = offeredOn(router, asker, there, pc, helping);
    const name = visibleText(pc.name);
    const id = (what: string) => `${what}:${pc.agent_id}`;
    return [
      ...offered
        .filter(({ group }) => group === HELPS_NOW)
        .slice(0, FIXES_BELOW)
        .map(({ group: _, detail: __, ...fix }) => ({ ...fix, name: `${fix.name} on ${name}…` })),
      {
        ...{ id: id('run'), name: `Run a tool on ${name}…`, kind: 'Tools' },
        then: toolChoice(pc, signal(offered)),
      },
      ...(pc.online
        ? [
            {
              ...{ id: id('help'), name: `Help ${name} remotely`, kind: 'Screen' },
              run: () => open(pc.agent_id, { help: '' }),
            },
          ]
        : []),
      {
        ...{ id: id('ask'), name: `Ask Claude about ${name}`, kind: 'Chat' },
        run: () => void router.navigate(['/chat'], { queryParams: { pc: pc.agent_id } }),
      },
    ];
  };
  return [pcs(fleet, open, below), checks, about, all];
}

function healthOf(fleet: FleetStore, id: string): Pick<Command, 'health' | 'state'> {
  const pc = () => fleet.agent(id);
  return {
    health: () => pc()?.overall,
    state: () => {
      const known = pc();
      return known && pcHealthWord(known);
    },
  };
}
