import {
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  input,
  linkedSignal,
  signal,
  untracked,
} from '@angular/core';
import { MatButton } from '@angular/material/button';
import { Router, RouterLink } from '@angular/router';
import type { FleetAgent, SectionHealth, SectionName } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { ChatStarter } from '../../core/chat/chat-starter';
import { CommandRegistry, type Command } from '../../core/commands/command-registry';
import { PaletteOpener } from '../../core/commands/palette-opener';
import { pageName } from '../../core/navigation/page-title';
import { sentAlong, type TO_LOOK } from '../../core/navigation/sent-along';
import { onKey } from '../../core/keys/single-keys';
import { partByPart } from '../../core/scheduling/scheduler';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { hasNeverConnected } from '../../core/words';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';
import { UntrustedText } from '../../ui/untrusted-text';
import { BusyNow } from './busy-now';
import { ChosenSpan } from './chosen-span';
import { ASKS, checkCommand, offeredOn, toolChoice, UNFIT } from './commands';
import { FixAsker } from './fix-asker';
import { HealthChips } from './health-chips';
import { LimitForm } from './limit-form';
import { PcAbout } from './pc-about';
import { PcChart } from './pc-chart';
import { PcFacts } from './pc-facts';
import { PcHead } from './pc-head';
import { PcHelp } from './pc-help';
import { PcNaming } from './pc-naming';
import { PcNotYet } from './pc-not-yet';
import { PcParts } from './pc-parts';
import { PcUpdate } from './pc-update';
import { PROGRAM_FIELDS } from '../../core/facts/known-updates';
import { ProgramUpdates } from '../../ui/program-updates';
import { Remedies } from './remedies';
import { SectionCard } from './section-card';
import { SnoozeForm } from './snooze-form';
import { SnoozedChecks } from './snoozed-checks';
import { ToolCall } from './tools/tool-call';
import { ToolPanel } from './tools/tool-panel';
import { WhatFills } from './what-fills';
import { rangeOf, since } from './time-range';
import { folderToolFor, pictureToolFor, processToolFor } from './tools/tool-words';

const DISK: SectionName = 'disk';
/** How long the page waits for all facts before it shows what is there. */
const PATIENCE_MS = 1_000;
/** Below the flagged sections: the other ones, and what else there is of the PC. */
const PARTS_BELOW = 2;

/** What is wrong with this one? Flagged sections first; all of them as the server judges them. */
@Component({
  selector: 'kenny-pc',
  imports: [
    BusyNow,
    ErrorNote,
    HealthChips,
    LimitForm,
    MatButton,
    PcAbout,
    PcChart,
    PcHead,
    PcHelp,
    PcNaming,
    PcNotYet,
    PcParts,
    PcUpdate,
    ProgramUpdates,
    RelativeTime,
    Remedies,
    RouterLink,
    SectionCard,
    SnoozedChecks,
    SnoozeForm,
    ToolPanel,
    UntrustedText,
    WhatFills,
  ],
  providers: [ChosenSpan, ToolCall],
  templateUrl: './pc.html',
  styleUrl: './pc.css',
  host: { class: 'in-order' },
})
export class Pc {
  private readonly chat = inject(ChatStarter);
  private readonly asker = inject(FixAsker);
  private readonly palette = inject(PaletteOpener);
  private readonly router = inject(Router);
  private readonly session = inject(Session);
  private readonly chosenSpan = inject(ChosenSpan);
  protected readonly span = this.chosenSpan.span;
  readonly id = input.required<string>();
  // From the query of the address.
  readonly tool = input<string>();
  readonly approval = input<string>();
  readonly range = input<string>();
  readonly between = input<string>();
  readonly part = input<string>();
  /** Name of the check that somebody came for. */
  readonly check = input<string>();
  /** There, though empty, for who came to help remotely. */
  readonly help = input<string>();

  protected readonly programs = PROGRAM_FIELDS;
  protected readonly facts = new PcFacts(this.id);
  protected readonly pc = this.facts.pc;
  /** There is nothing of it yet, and nothing can be done on it. */
  protected readonly isNew = computed(() => {
    const pc = this.pc();
    return pc !== undefined && hasNeverConnected(pc);
  });

  /** Everything appears at once, or after the timeout: late parts must not push others away. */
  private readonly impatient = signal(false);
  protected readonly shown = computed(() => this.facts.complete() || this.impatient());
  /** Drawn from top to bottom: flagged sections one by one, then what is below. */
  private readonly cards = partByPart(
    () => this.facts.flagged().length,
    () => this.shown(),
  );
  protected readonly flaggedDrawn = computed(() => this.facts.flagged().slice(0, this.cards()));
  /** Wait for the update offer: it would push these parts down. */
  protected readonly drawn = partByPart(
    () => PARTS_BELOW,
    () =>
      this.shown() &&
      (this.facts.offerIsKnown() || this.impatient()) &&
      this.cards() >= this.facts.flagged().length,
  );
  /** How many of its checks are not well, in a sentence. */
  protected readonly verdict = computed(() => {
    const [bad, all] = [this.facts.flagged().length, this.facts.sections().length];
    if (bad === 0 && this.facts.healthy().length === all) {
      return `All ${all} checks ${this.pc()?.online ? 'are' : 'were'} fine.`;
    }
    return `${bad === 0 ? 'None' : bad} of ${all} checks ${bad === 1 ? 'needs' : 'need'} attention.`;
  });
  protected readonly chosen = computed(() =>
    this.facts
      .tools()
      .find(({ name, where, hidden }) => name === this.tool() && where === 'agent' && !hidden),
  );
  protected readonly noSuchTool = computed(
    () => this.tool() !== undefined && this.facts.catalog() !== undefined && !this.chosen(),
  );
  protected readonly mayAsk = computed(() => this.session.reaches('operator'));
  protected readonly pictureTool = computed(() => {
    const pc = this.pc();
    return pc && this.mayAsk() && this.session.holds('sensitive')
      ? pictureToolFor(this.facts.tools(), pc)
      : undefined;
  });
  protected readonly processTool = computed(() => {
    const pc = this.pc();
    return pc && this.mayAsk() ? processToolFor(this.facts.tools(), pc) : undefined;
  });
  protected readonly disk = DISK;
  private readonly led = sentAlong<typeof TO_LOOK>()?.look === true;
  /** Of the PC to which the link led, and of no other that is opened from its page. */
  protected readonly toLook = linkedSignal<string, boolean>({
    source: this.id,
    computation: (_id, before) => before === undefined && this.led,
  });
  protected readonly folderTool = computed(() => {
    const pc = this.pc();
    return pc && this.mayAsk() ? folderToolFor(this.facts.tools(), pc) : undefined;
  });
  protected readonly chosenRange = computed(() => rangeOf(this.range(), this.part()));
  /** Charts of what is wrong look back as far as the others; moves with each report. */
  protected readonly from = computed(() => since(this.chosenRange(), this.pc()));
  /** Name of the section being explained. */
  protected readonly explaining = signal<string | null>(null);
  /** Ways to help there are shown, until another PC is; at once for who came for them. */
  protected readonly helping = linkedSignal({
    source: () => ({ id: this.id(), help: this.help() }),
    computation: ({ help }) => help !== undefined,
  });
  /** How often somebody asked for the form of its details, since it was closed. */
  protected readonly editing = linkedSignal({ source: () => this.id(), computation: () => 0 });
  protected readonly explanation = new Mutation();

  /** What this person may do here, in the order of its list. */
  private readonly offered = computed<readonly Command[]>(() => {
    const pc = this.pc();
    if (!pc || !this.mayAsk() || this.isNew()) return [];
    const there = { tools: this.facts.tools(), remedies: this.facts.remedies() };
    return offeredOn(this.router, this.asker, there, pc, this.facts.helping());
  });

  constructor() {
    pageName(computed(() => this.pc()?.name));
    effect(() => this.chosenSpan.read(this.between()));
    effect(() => {
      // Who comes back from the sheet of its request finds it open.
      const wanted = this.helping();
      if (wanted !== (untracked(this.help) !== undefined)) this.keepHelp(wanted);
    });
    const commands = computed<readonly Command[]>(() =>
      this.offered()
        .filter(({ group }) => group !== UNFIT)
        .map((one) => ({
          ...one,
          kind: one.kind === ASKS ? ASKS : 'Tool',
          name: `${one.name} on ${visibleText(this.pc()?.name ?? this.id())}`,
        })),
    );
    const checks = computed<readonly Command[]>(() => {
      const pc = this.pc();
      return pc ? this.facts.sections().map(({ name }) => checkCommand(this.router, name, pc)) : [];
    });
    onKey('tool', () => {
      const pc = this.pc();
      if (pc && this.offered().length > 0) this.chooseTool(pc);
    });
    const waiting = setTimeout(() => this.impatient.set(true), PATIENCE_MS);
    const registry = inject(CommandRegistry);
    const ends = [commands, checks].map((source) => registry.register(source, 'here'));
    inject(DestroyRef).onDestroy(() => {
      clearTimeout(waiting);
      ends.forEach((end) => end());
    });
  }

  /** The server writes the question; the page of the conversation shows the answer as it comes. */
  protected async explain({ name }: SectionHealth): Promise<void> {
    if (this.explaining() !== null) return;
    this.explaining.set(name);
    await this.explanation.run(() => this.chat.explain({ agent_id: this.id(), section: name }));
    this.explaining.set(null);
  }

  protected editDetails(): void {
    this.editing.update((times) => times + 1);
  }

  private keepHelp(isOpen: boolean): void {
    const queryParams = { help: isOpen ? '' : null };
    void this.router.navigate([], {
      ...{ queryParams, queryParamsHandling: 'merge', replaceUrl: true },
    });
  }

  protected chooseTool(pc: FleetAgent): void {
    this.palette.choose(toolChoice(pc, this.offered));
  }
}
