import {
  Component,
  computed,
  effect,
  inject,
  Injector,
  input,
  linkedSignal,
  signal,
  untracked,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { ReactiveFormsModule } from '@angular/forms';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { RouterLink, RouterOutlet } from '@angular/router';
import {
  CALL_REASON_LENGTH,
  costsNobody,
  needsApproval,
  notableEffects,
  ratedRisk,
  RISK_WORDS,
  TOOL_CLASSES,
  type CatalogTool,
  type FleetAgent,
} from '@kenny/contract/web';
import type { Remedy } from '@kenny/health/web';
import { firstFew, visibleText } from '@kenny/kernel';
import { ApprovalsStore } from '../../core/approvals/approvals-store';
import { Drafts } from '../../core/chat/drafts';
import { CatalogStore } from '../../core/facts/catalog-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { idsIn, tooMany } from '../../core/fleet/several';
import { fieldsOf } from '../../core/forms/field-shape';
import { Session } from '../../core/session/session';
import { arriveAt } from '../../ui/arrive-at';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { UntrustedText } from '../../ui/untrusted-text';
import type { SheetInPlace } from '../approvals/sheet-in-place';
import { FieldLookup } from '../pc/tools/field-lookup';
import { fixesHelping, remedyOn } from '../pc/tools/doable';
import { ToolField } from '../pc/tools/tool-field';
import { argsOf, formOf, rowsOf, takeDraft } from '../pc/tools/tool-form';
import { ToolList } from '../pc/tools/tool-list';
import { isForPcs, MAY_ONLY_VIEW, obstacle, riskOf } from '../pc/tools/tool-words';
import { RunResults } from './run-results';
import type { PcRun } from './side-by-side';
import { ToolRuns, type Target } from './tool-runs';

/** PCs without a tool that are named beside it. */
const NAMED = 5;
const NO_SUCH_PC = 'No such PC, or you may not see it.';

/** A tool, or a fix through one. */
interface Chosen {
  readonly tool: CatalogTool;
  readonly title: string;
  readonly words: string;
  /** Its name on the wire. */
  readonly code: string;
}

/**
 * One tool on several PCs: its arguments once, what came of it side by side. A change is a request
 * on each PC, each with an approval of its own on the sheet that every request has.
 */
@Component({
  selector: 'kenny-run',
  imports: [
    ErrorNote,
    FieldLookup,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    ReactiveFormsModule,
    RouterLink,
    RouterOutlet,
    RunResults,
    ToolField,
    ToolList,
    UntrustedText,
  ],
  providers: [FIELD_LOOK, ToolRuns],
  templateUrl: './run.html',
  styleUrls: ['../../ui/tool-sheet.css', './run.css'],
})
export class Run {
  private readonly approvals = inject(ApprovalsStore);
  private readonly drafts = inject(Drafts);
  private readonly fleet = inject(FleetStore);
  private readonly injector = inject(Injector);
  private readonly runs = inject(ToolRuns);
  private readonly session = inject(Session);

  // From the query of the address.
  readonly pc = input<string>();
  readonly tool = input<string>();
  /** Title of a fix that is no tool of its own. */
  readonly fix = input<string>();

  protected readonly reasonLength = CALL_REASON_LENGTH;
  protected readonly mayOnlyView = MAY_ONLY_VIEW;
  protected readonly mayRun = computed(() => this.session.reaches('operator'));
  protected readonly running = this.runs.running;
  protected readonly ready = this.fleet.ready;
  protected readonly ids = computed(() => idsIn(this.pc()));
  protected readonly refused = computed(() => tooMany(this.ids().length));
  protected readonly pcs = computed(() => this.ids().flatMap((id) => this.fleet.agent(id) ?? []));
  protected readonly count = computed(() => {
    const ids = this.where();
    const away = this.pcs().filter((pc) => !pc.online && ids.includes(pc.agent_id)).length;
    const length = ids.length - away || ids.length;
    return `${length} ${length === 1 ? 'PC' : 'PCs'}`;
  });

  private readonly store = inject(CatalogStore);
  protected readonly catalog = this.store.ask();
  protected readonly tools = computed(() => this.catalog.value()?.tools ?? []);
  protected readonly remedies = this.store.remedies;
  private readonly chosenFix = computed(() =>
    this.remedies().filter(({ title, choose }) => title === this.fix() && !choose),
  );
  protected readonly chosen = computed<Chosen | undefined>(() => {
    const [fix] = this.chosenFix();
    if (fix) {
      const tool = this.toolOf(this.fixOnFirst() ?? fix);
      return tool && { tool, title: fix.title, words: fix.when, code: '' };
    }
    const tool = this.tools().find((one) => one.name === this.tool() && isForPcs(one));
    return tool && { tool, title: tool.title, words: tool.description, code: tool.name };
  });
  /** What was named in the address and is not there. */
  protected readonly missing = computed(() => this.fix() ?? this.tool());
  /** Titles of the fixes that help on one of these PCs. */
  protected readonly helping = computed(() => fixesHelping(this.pcs(), this.store.remediesOf));
  private readonly needy = computed(() => {
    const where = this.pcs().map((pc) => ({
      pc,
      titles: fixesHelping([pc], this.store.remediesOf),
    }));
    return new Map(
      this.helping().map((title) => {
        const needy = where.filter(({ titles }) => titles.includes(title));
        return [title, needy.map(({ pc }) => pc)];
      }),
    );
  });
  protected readonly neededOn = computed(
    () => new Map([...this.needy()].map(([title, pcs]) => [title, namesOf(pcs)])),
  );
  private readonly choice = computed(() => `${this.pc() ?? ''} ${this.fix() ?? ''}`);
  /** Where the fix that is chosen is needed, as it was then: once it has run there, it is needed nowhere. */
  protected readonly needed = linkedSignal<
    { choice: string; pcs: readonly FleetAgent[] | undefined },
    { names: string; ids: readonly string[] } | undefined
  >({
    source: () => ({ choice: this.choice(), pcs: this.needy().get(this.fix() ?? '') }),
    computation: ({ choice, pcs }, before) => {
      if (before?.value && before.source.choice === choice) return before.value;
      return pcs && { names: namesOf(pcs), ids: pcs.map(({ agent_id }) => agent_id) };
    },
  });
  /** A fix runs where it is needed, unless somebody wants it on all that were chosen. */
  protected readonly everywhere = linkedSignal({ source: this.choice, computation: () => false });
  private readonly where = computed(() =>
    this.everywhere() ? this.ids() : (this.needed()?.ids ?? this.ids()),
  );
  /** Those that can answer no tool; empty when all can. */
  protected readonly away = computed(() => {
    const away = this.pcs().filter(({ online }) => !online);
    if (away.length === 0) return '';
    const are = away.length === 1 ? '1 is' : `${away.length} are`;
    return `${are} offline, so nothing runs there: ${namesOf(away)}.`;
  });
  protected readonly asks = computed(() => {
    const chosen = this.chosen();
    const classes = TOOL_CLASSES.filter((one) => this.session.holds(one));
    return chosen ? needsApproval(chosen.tool, classes) : false;
  });
  protected readonly risk = computed(() => {
    const [chosen, [fix]] = [this.chosen(), this.chosenFix()];
    if (!chosen) return '';
    return fix ? riskOfFix(fix, chosen.tool) : riskOf(chosen.tool, this.asks());
  });
  protected readonly targets = computed<Target[]>(() => {
    return this.chosen() ? this.where().map((id) => this.targetOn(id)) : [];
  });
  protected readonly leftOut = computed(() =>
    this.targets().flatMap(({ id, obstacle: words }) =>
      words === null ? [] : [{ id, name: this.fleet.nameOf(id), words }],
    ),
  );
  protected readonly able = computed(() => this.targets().length - this.leftOut().length);

  /** Where it would run, or all that were chosen: a number alone is no PC. */
  protected readonly names = computed(() => {
    const out = new Set(this.leftOut().map(({ id }) => id));
    const ids = this.where().filter((id) => !out.has(id));
    return namesOf(this.pcs().filter(({ agent_id }) => ids.includes(agent_id)));
  });

  /** On which of them a value is searched that is the same everywhere: what all could install. */
  protected readonly searched = computed(() => {
    const able = this.targets().find(({ obstacle: words }) => words === null);
    return able ? this.fleet.agent(able.id) : undefined;
  });

  protected readonly fields = computed(() => {
    const chosen = this.chosen();
    return chosen && this.chosenFix().length === 0 ? fieldsOf(chosen.tool.args) : [];
  });
  protected readonly rows = linkedSignal({
    source: () => ({ fields: this.fields(), name: this.chosen()?.tool.name }),
    computation: ({ fields, name }) =>
      rowsOf(
        fields,
        name === undefined ? undefined : untracked(() => takeDraft(this.drafts, name)),
      ),
  });
  protected readonly form = computed(() => formOf(this.rows()));

  /** The sheet that is open in place of the table. */
  protected readonly sheet = signal<SheetInPlace | null>(null);
  private readonly tableOf = viewChild(RunResults);
  private readonly resultsHead = viewChild<ElementRef<HTMLElement>>('results');
  private readonly heading = viewChild<ElementRef<HTMLElement>>('heading');
  protected readonly table = computed<PcRun[]>(() => {
    const stages = this.runs.stages();
    return this.ids().flatMap((id): PcRun[] => {
      const stage = stages.get(id);
      if (!stage) return [];
      const approval =
        stage.kind === 'asked' ? this.approvals.approval(stage.approvalId) : undefined;
      return [{ id, name: visibleText(this.fleet.nameOf(id)), stage, approval }];
    });
  });
  protected readonly waiting = computed(() =>
    this.table().filter(({ approval }) => approval?.state === 'pending'),
  );
  /** After the open one in the order of the PCs, then from the beginning. */
  protected readonly next = computed(() => {
    const open = this.sheet()?.id();
    const at = this.table().findIndex(({ approval }) => approval?.id === open);
    const after = [...this.table().slice(at + 1), ...this.table().slice(0, Math.max(0, at))];
    return after.find(({ approval }) => approval?.state === 'pending');
  });
  /** The next one is not to be pressed before the open one is decided, or left. */
  protected readonly decided = computed(() => {
    const open = this.sheet()?.id();
    return open !== undefined && this.approvals.approval(open)?.state !== 'pending';
  });
  protected readonly summary = computed(() => summaryOf(this.table()));

  constructor() {
    const place = computed(
      () => `${this.ids().join(' ')} ${this.tool() ?? ''} ${this.fix() ?? ''}`,
    );
    effect(() => {
      place();
      untracked(() => this.runs.clear());
    });
    effect(() => {
      const heading = this.heading();
      if (this.chosen() && heading) arriveAt(heading.nativeElement);
    });
  }

  protected async run(event: Event, reason: string): Promise<void> {
    event.preventDefault();
    const chosen = this.chosen();
    const typed = argsOf(event, this.fields(), this.form());
    if (!chosen || !typed || this.able() === 0) return;
    const { tool } = chosen;
    const args = this.fixOnFirst()?.args ?? typed;
    const arrived = effect(
      () => {
        const head = this.resultsHead();
        if (!head) return;
        arriveAt(head.nativeElement);
        arrived.destroy();
      },
      { injector: this.injector },
    );
    await this.runs.run({ tool, args, reason: reason.trim() }, this.targets());
  }

  /** The same call once more, for rows that have nothing yet. */
  protected async again(ids: readonly string[]): Promise<void> {
    const call = this.runs.call();
    if (!call) return;
    await this.runs.run(
      call,
      ids.map((id) => this.targetOn(id)),
    );
  }

  protected stop(): void {
    this.runs.stop();
  }

  /** The only page within this one. */
  protected opened(sheet: SheetInPlace): void {
    this.sheet.set(sheet);
  }

  /** Back at the table, at the next one that waits. */
  protected closed(): void {
    const next = this.next() ?? this.waiting()[0];
    this.sheet.set(null);
    this.tableOf()?.goTo(next?.id);
  }

  /** What runs there, or why nothing does. */
  private targetOn(id: string): Target {
    const [pc, chosen, fixes] = [this.fleet.agent(id), this.chosen(), this.chosenFix()];
    if (!pc || !chosen) return { id, obstacle: NO_SUCH_PC };
    if (fixes.length === 0) return { id, obstacle: obstacle(chosen.tool, pc) };
    const os = [...new Set(fixes.map((one) => one.os))];
    const fix = remedyOn({ remedies: fixes }, pc);
    const tool = fix && this.toolOf(fix);
    return {
      ...{ id, obstacle: obstacle({ os, effect: 'change' }, pc) },
      own: fix && tool && { tool, args: fix.args },
    };
  }

  /** As it is on the first PC that has it. */
  private fixOnFirst(): Remedy | undefined {
    const remedies = this.chosenFix();
    return this.pcs().flatMap((pc) => remedyOn({ remedies }, pc) ?? [])[0];
  }

  private toolOf({ tool }: Remedy): CatalogTool | undefined {
    return this.tools().find(({ name }) => name === tool);
  }
}

/** As they are written; the first few of many. */
function namesOf(pcs: readonly FleetAgent[]): string {
  return firstFew(
    pcs.map(({ name }) => visibleText(name)),
    NAMED,
  );
}

/** What a fix costs, as its tool and what is known of it say. */
function riskOfFix({ effects }: Remedy, tool: CatalogTool): string {
  const risk = RISK_WORDS[ratedRisk(tool.risk, costsNobody(effects))];
  return [risk, ...notableEffects(effects), 'needs approval'].join(' · ');
}

/** `3 done · 1 failed`, and how many are still to come. */
function summaryOf(table: readonly PcRun[]): string {
  const of = (test: (run: PcRun) => boolean, words: string) => {
    const count = table.filter(test).length;
    return count === 0 ? [] : [`${count} ${words}`];
  };
  const is =
    (...kinds: readonly PcRun['stage']['kind'][]) =>
    ({ stage }: PcRun) =>
      kinds.includes(stage.kind);
  const ended = ({ approval }: PcRun) => approval !== undefined && approval.ended_at !== null;
  return [
    ...of((run) => is('done')(run) || run.approval?.state === 'done', 'done'),
    ...of(is('queued', 'running'), 'to come'),
    ...of(({ approval }) => approval?.state === 'pending', 'waiting for approval'),
    ...of(
      (run) => is('asked')(run) && !ended(run) && run.approval?.state !== 'pending',
      'under way',
    ),
    ...of(
      (run) => is('failed')(run) || (ended(run) && run.approval?.state !== 'done'),
      'failed or did not run',
    ),
    ...of(is('stopped'), 'stopped'),
    ...of(is('left out'), 'not run'),
  ].join(' · ');
}
