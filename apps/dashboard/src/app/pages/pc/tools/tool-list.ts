import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatInput, MatLabel } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import {
  lossesIn,
  needsApproval,
  RISK_WORDS,
  TOOL_CLASSES,
  type ApprovalView,
  type CatalogTool,
  type FleetAgent,
} from '@kenny/contract/web';
import type { Remedy } from '@kenny/health/web';
import { capitalised } from '@kenny/kernel';
import { CallTeller } from '../../../core/approvals/call-teller';
import { Session } from '../../../core/session/session';
import { ErrorNote } from '../../../ui/error-note';
import { FIELD_LOOK } from '../../../ui/field-look';
import { FixAsker } from '../fix-asker';
import { FreeSpace } from '../free-space';
import { callOn, doables, formOf, HELPS_NOW, isWhole, remedyOn, type Doable } from './doable';
import { isFound, markOf, obstacle } from './tool-words';

/** So many are seen at a glance: no topic is folded. */
const FEW = 8;

/**
 * What can be done on this PC, or on all of these: what helps now as buttons above, all else folded
 * by its topic. What does not fit stands at the end, with its reason.
 */
@Component({
  selector: 'kenny-tool-list',
  imports: [
    ErrorNote,
    FreeSpace,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    NgTemplateOutlet,
    RouterLink,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './tool-list.html',
  styleUrls: ['../../../ui/risk.css', './tool-list.css'],
})
export class ToolList {
  private readonly session = inject(Session);
  private readonly teller = inject(CallTeller);
  private readonly asker = inject(FixAsker);
  readonly pcs = input.required<readonly FleetAgent[]>();
  readonly tools = input.required<readonly CatalogTool[]>();
  readonly remedies = input<readonly Remedy[]>([]);
  /** Titles of the fixes that help now. */
  readonly helping = input<readonly string[]>([]);
  /** Of several PCs: the names of those on which the fix of that title helps now. */
  readonly neededOn = input<ReadonlyMap<string, string>>(new Map());

  protected readonly formOf = formOf;
  /** What is typed. */
  protected readonly words = signal('');
  private readonly mayAsk = this.session.reaches('operator');
  /** A fix is asked for here on one PC, and on several by the page for that. */
  protected readonly pc = computed(() => (this.pcs().length === 1 ? this.pcs()[0] : undefined));
  /** By its title, its name on the wire or what it does. */
  private readonly found = computed(() => {
    const there = { tools: this.tools(), remedies: this.mayAsk ? this.remedies() : [] };
    return doables(there, this.pcs(), this.helping()).filter(({ title, tool, words }) =>
      isFound(this.words(), title, tool?.name ?? '', words),
    );
  });
  private readonly fit = computed(() => this.found().filter(({ unfit }) => unfit === null));
  protected readonly groups = computed(() =>
    [...new Set(this.fit().map(({ group }) => group))].map((title) => {
      const all = this.fit().filter(({ group }) => group === title);
      return {
        ...{ title, all, helps: title === HELPS_NOW },
        names: all.map((one) => one.title).join(' · '),
        areFixes: all.every(({ isFix }) => isFix),
      };
    }),
  );
  /** What is looked for is in sight. */
  protected readonly few = computed(() => this.words() !== '' || this.fit().length <= FEW);
  /** Said once above the first of them. */
  protected readonly firstFixes = computed(() => this.groups().find(({ areFixes }) => areFixes));
  protected readonly firstTools = computed(() => this.groups().find(({ areFixes }) => !areFixes));
  protected readonly unfit = computed(() => {
    const all = this.found().filter(({ unfit }) => unfit !== null);
    const reasons = [...new Set(all.map(({ unfit }) => unfit))];
    return reasons.map((reason) => ({
      reason,
      all: all.filter(({ unfit }) => unfit === reason),
    }));
  });
  protected readonly unfitCount = computed(() =>
    this.unfit().reduce((sum, { all }) => sum + all.length, 0),
  );
  /** A PC that is away: nothing of it all can run. */
  protected readonly away = computed(() => {
    const pc = this.pc();
    return pc ? obstacle({ os: pc.meta ? [pc.meta.os] : [], effect: 'read' }, pc) : null;
  });
  protected readonly fault = computed(() => {
    const pc = this.pc();
    return pc ? this.asker.errorOn(pc.agent_id) : null;
  });
  protected readonly busy = this.asker.busy;
  protected readonly howFixes = computed(() => {
    if (!this.pc())
      return 'Choose one, then ask for it on these PCs. Each PC has a request of its own to approve.';
    const next = this.session.mayDecide()
      ? 'you see exactly what will run, and approve it there or not.'
      : 'somebody who may approve it decides.';
    return `Press one to ask for it: ${next}`;
  });

  /** The PC on which one press asks for it; a tool is run by its form. */
  protected whole(one: Doable): FleetAgent | undefined {
    return one.isFix && isWhole(one) ? this.pc() : undefined;
  }

  /** What a person chooses first, of what there is on the PC. */
  protected chosenOf(one: Doable): { pc: FleetAgent; remedy: Remedy } | undefined {
    const pc = this.pc();
    const remedy = pc && remedyOn(one, pc);
    return pc && remedy?.choose ? { pc, remedy } : undefined;
  }

  /** The form for one of what the fix would do to all. */
  protected singleOf(one: Doable): CatalogTool | undefined {
    const pc = this.pc();
    return pc && remedyOn(one, pc)?.single ? one.tool : undefined;
  }

  /** What is asked for on the PC already. */
  protected waiting(one: Doable): ApprovalView[] {
    const pc = this.pc();
    const fix = pc && one.isFix && (remedyOn(one, pc) ?? (isWhole(one) && callOn(one, pc)));
    return fix ? this.asker.waitingOn(pc.agent_id, fix) : [];
  }

  protected linkOf(one: Doable) {
    const form = formOf(one);
    return form
      ? { tool: form.name, fix: null, approval: null }
      : { fix: one.title, tool: null, approval: null };
  }

  /** What stands beside its name: its risk, that it asks first, or that it reads what is private. */
  protected markBeside(one: Doable): { risk: CatalogTool['risk']; words: string } | undefined {
    const pc = this.pcs().find((each) => each.meta && callOn(one, each));
    const call = pc && callOn(one, pc);
    const risk = (call && this.teller.riskOf(call)) ?? one.tool?.risk ?? 'none';
    if (one.isFix) return risk === 'none' ? undefined : { risk, words: RISK_WORDS[risk] };
    const held = TOOL_CLASSES.filter((each) => this.session.holds(each));
    const words = one.tool && markOf(one.tool, needsApproval(one.tool, held));
    return words === undefined ? undefined : { risk, words };
  }

  /** Where and when to take it, and only what is lost: that nothing else happens is not said of each. */
  protected wordsOf({ title, words, remedies: [first] }: Doable): string {
    const needed = this.neededOn().get(title);
    const losses = first ? lossesIn(first.effects).map((loss) => `${capitalised(loss)}.`) : [];
    return [...(needed ? [`Needed on ${needed}.`] : []), words, ...losses].join(' ');
  }

  protected ask(one: Doable, pc: FleetAgent): void {
    const call = callOn(one, pc);
    if (call) void this.asker.ask(call);
  }
}
