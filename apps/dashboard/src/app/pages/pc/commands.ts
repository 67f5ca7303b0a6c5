import { computed, effect, inject, untracked, type Signal } from '@angular/core';
import { Router } from '@angular/router';
import type { CatalogTool, FleetAgent } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import type { Command } from '../../core/commands/command-registry';
import { CatalogStore } from '../../core/facts/catalog-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { Session } from '../../core/session/session';
import { checkTitle, pcHealthWord } from '../../core/words';
import { fixesFor } from './fixes';
import { EFFECT_TITLES, obstacle, toolsFor } from './tools/tool-words';

/** The part of a PC's page with its fixes and tools. */
const TOOLS = { part: 'tools' };

/** What a PC is called in a list, and by which it is recomputed: not with every report. */
interface Named {
  readonly id: string;
  readonly name: string;
  readonly owner: string | undefined;
}

/** The PCs by name and owner; their health is read when a line is drawn. */
function pcs(fleet: FleetStore, router: Router): Signal<readonly Command[]> {
  const named = computed(
    () => fleet.agents().map(({ agent_id, name, owner }): Named => ({ id: agent_id, name, owner })),
    {
      equal: (a, b) =>
        a.length === b.length &&
        a.every(({ id, name, owner }, at) => {
          const other = b[at];
          return id === other?.id && name === other.name && owner === other.owner;
        }),
    },
  );
  return computed(() =>
    named().map(({ id, name, owner }) => ({
      ...{ id: `page:/fleet/${encodeURIComponent(id)}`, name: visibleText(name), kind: 'PC' },
      ...(owner === undefined ? {} : { detail: `Owner ${visibleText(owner)}` }),
      ...healthOf(fleet, id),
      run: () => void router.navigate(['/fleet', id]),
    })),
  );
}

/** A tool as a command that opens its form on that PC. */
export function toolCommand(
  router: Router,
  { name, title, effect, description }: CatalogTool,
  { agent_id }: Pick<FleetAgent, 'agent_id'>,
): Command {
  return {
    ...{ name: title, kind: effect === 'read' ? 'Read' : 'Change', group: EFFECT_TITLES[effect] },
    ...{ detail: description, code: name },
    ...formOf(router, name, agent_id),
  };
}

function formOf(router: Router, tool: string, agentId: string): Pick<Command, 'id' | 'run'> {
  return {
    id: `tool:${agentId}:${tool}`,
    run: () => void router.navigate(['/fleet', agentId], { queryParams: { tool } }),
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
 * Every PC, each fix and tool (first which, then where), and each check as a filter of the fleet.
 * @param opened above 0 once the palette was opened: the catalog is requested then
 */
export function pcCommands(opened: Signal<number>): Signal<readonly Command[]>[] {
  const [store, fleet, router] = [inject(CatalogStore), inject(FleetStore), inject(Router)];
  const mayAsk = inject(Session).reaches('operator');
  const catalog = store.answer;
  effect(() => {
    if (opened() > 0) untracked(() => store.ask());
  });

  /** Where that tool can run, those that are there to answer first. */
  const where = (tool: CatalogTool): Signal<readonly Command[]> =>
    computed(() =>
      fleet
        .agents()
        .filter((pc) => toolsFor([tool], pc).length > 0)
        .map((pc) => ({ pc, hindered: obstacle(tool, pc) }))
        .sort((a, b) => Number(a.hindered !== null) - Number(b.hindered !== null))
        .map(({ pc, hindered }) => ({
          ...formOf(router, tool.name, pc.agent_id),
          ...{ name: visibleText(pc.name), kind: 'PC', detail: hindered ?? '' },
          ...healthOf(fleet, pc.agent_id),
        })),
    );
  const tools = computed<readonly Command[]>(() => {
    const all = mayAsk ? (catalog.value()?.tools ?? []) : [];
    return all
      .filter((tool) => tool.where === 'agent' && !tool.hidden)
      .map((tool) => ({
        ...{ id: `tool:${tool.name}`, name: `${tool.title}…`, kind: 'Tool', onlyFound: true },
        ...{ detail: tool.description, also: tool.name },
        then: { label: `${tool.title} on which PC?`, commands: where(tool) },
      }));
  });
  const { remedies } = store;
  /** Leads to where the fix is asked for. */
  const fixes = computed<readonly Command[]>(() => {
    const titles = mayAsk
      ? new Set(remedies().flatMap(({ choose, title }) => (choose ? [] : [title])))
      : [];
    return [...titles].map((title) => ({
      ...{ id: `fix:${title}`, name: `${title}…`, kind: 'Fix', onlyFound: true },
      then: {
        label: `${title} on which PC?`,
        commands: computed(() =>
          fleet
            .agents()
            .filter((pc) => fixesFor(remedies(), pc).some((one) => one.title === title))
            .map((pc) => ({
              ...{ id: `fix:${pc.agent_id}:${title}`, name: visibleText(pc.name), kind: 'PC' },
              ...healthOf(fleet, pc.agent_id),
              run: () => void router.navigate(['/fleet', pc.agent_id], { queryParams: TOOLS }),
            })),
        ),
      },
    }));
  });
  const checks = computed<readonly Command[]>(() =>
    (catalog.value()?.sections ?? []).map(({ name }) => ({
      ...{ id: `check:${name}`, name: `${checkTitle(name)}: PCs that need attention` },
      ...{ kind: 'Fleet', also: name, onlyFound: true },
      run: () => void router.navigate(['/fleet'], { queryParams: { check: name } }),
    })),
  );
  return [pcs(fleet, router), checks, fixes, tools];
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
