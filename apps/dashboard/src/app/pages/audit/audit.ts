import { Component, computed, DestroyRef, inject, input, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel, MatPrefix } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatTabLink, MatTabNav, MatTabNavPanel } from '@angular/material/tabs';
import { Router, RouterLink } from '@angular/router';
import {
  AUDIT_KINDS,
  AUDIT_SEARCH,
  GATE_STATS,
  LOG_LEVELS,
  type AuditRowView,
} from '@kenny/contract/web';
import { DAY_MS, visibleText } from '@kenny/kernel';
import { listedName } from '../../core/approvals/call-words';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import type { Query } from '../../core/http/api-sender';
import { Session } from '../../core/session/session';
import { LEVEL_WORDS, sentenceCase } from '../../core/words';
import { localTime } from '../../core/time/local-time';
import { FIELD_LOOK } from '../../ui/field-look';
import { Icon } from '../../ui/icon';
import { LogLines } from '../../ui/log-lines';
import { PageSearch } from '../../ui/page-search';
import { kindOf, rangeOf, RANGES, spanOf, USUAL_RANGE, type AuditFilter } from './audit-filter';
import { AuditList } from './audit-list';
import { ChainCheck } from './chain-check';
import { Gate } from './gate';
import { NameField } from './name-field';

/** A pause in typing after which the list follows. */
const TYPING_MS = 300;

const TABS = [
  { name: 'audit', words: 'Audit log' },
  { name: 'agents', words: 'PC logs' },
  { name: 'server', words: 'Server log' },
  { name: 'gate', words: 'Decisions' },
] as const;

/** What is to be found there, and when somebody looks. */
const ABOUT: Readonly<Record<(typeof TABS)[number]['name'], string>> = {
  audit:
    'Who did what, newest first. Open an entry for its details; nobody can change or delete one, and Verify proves it.',
  agents:
    'What kenny’s agent on each PC reported of itself. Look here when something on a PC did not work.',
  server:
    'PCs that connected, disconnected or were refused, and the server’s own errors and warnings. Logins are in the audit log.',
  gate: 'Who decided what, and how soon after it was asked.',
};

/** Nothing is hidden without a word. */
const LEFT_OUT = 'Reads, logins and conversations are left out.';

/** Every filter taken out of the address. */
const NO_FILTER = {
  ...{ q: null, actor: null, pc: null, tool: null, kind: null, ok: null, show: null },
  ...{ level: null, range: null, from: null, to: null },
};

/** What happened, and who did it? Filters and time are in the URL. */
@Component({
  selector: 'kenny-audit',
  imports: [
    AuditList,
    ChainCheck,
    Gate,
    Icon,
    LogLines,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    MatPrefix,
    MatTabLink,
    MatTabNav,
    MatTabNavPanel,
    NameField,
    PageSearch,
    RouterLink,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './audit.html',
  styleUrl: './audit.css',
})
export class Audit {
  private readonly router = inject(Router);
  private readonly session = inject(Session);
  private readonly api = inject(ApiClient);

  // From the query of the address.
  readonly tab = input<string>();
  readonly q = input<string>();
  readonly actor = input<string>();
  readonly pc = input<string>();
  readonly tool = input<string>();
  readonly kind = input<string>();
  /** `changes`: without reads, logins and conversations. */
  readonly show = input<string>();
  readonly ok = input<string>();
  readonly level = input<string>();
  readonly range = input<string>();
  readonly from = input<string>();
  readonly to = input<string>();
  /** `entries`: each row on a line of its own. */
  readonly view = input<string>();

  private readonly fleet = inject(FleetStore);
  protected readonly pcs = computed(() =>
    this.fleet.agents().map(({ agent_id: id, name }) => ({ id, name: visibleText(name) })),
  );
  /** Who was met in the log so far, by id. */
  private readonly known = signal<ReadonlyMap<string, string>>(new Map());
  /** Only admins may see who there is besides. */
  private readonly tokens = apiResource({
    params: () => (this.session.reaches('admin') ? true : undefined),
    loader: () => this.api.tokens(),
  });
  protected readonly people = computed(() => {
    const all = new Map<string, string>();
    for (const { id, name, operator, scope } of this.tokens.value()?.items ?? []) {
      // Only the client of an MCP token acts in a name of its own.
      if (scope === 'mcp') all.set(id, `${visibleText(name)} (token)`);
      else all.set(operator.id, visibleText(operator.name));
    }
    for (const [id, name] of this.known()) if (!all.has(id)) all.set(id, name);
    return [...all].map(([id, name]) => ({ id, name }));
  });
  protected readonly further = signal(false);
  /** Also while one of them is set. */
  protected readonly furtherShown = computed(() => {
    const { tool, kind, ok } = this.filter();
    return this.open() || this.further() || tool !== '' || kind !== null || ok !== null;
  });
  /** On a phone filters are behind a button, where they are more than a line. */
  protected readonly open = signal(false);
  protected readonly folds = computed(() => ['audit', 'agents'].includes(this.shown()));
  /** How many are in use of those behind the button. */
  protected readonly active = computed(() => {
    const { actor, pc, tool, kind, ok, range, changes } = this.filter();
    const own =
      this.shown() === 'audit' ? [actor, tool, kind, ok !== null, changes] : [this.level()];
    return [pc, range !== USUAL_RANGE, ...own].filter(Boolean).length;
  });
  private soon: ReturnType<typeof setTimeout> | undefined;
  protected readonly kinds = AUDIT_KINDS;
  protected readonly levels = LOG_LEVELS;
  protected readonly levelWords = LEVEL_WORDS;
  protected readonly ranges = RANGES;
  protected readonly longest = AUDIT_SEARCH.characters;
  protected readonly sentenceCase = sentenceCase;
  /** The audit log stays; other logs as long as the server says. */
  private readonly server = apiResource({
    params: () => ['agents', 'server'].includes(this.shown()) || undefined,
    loader: () => this.api.server(),
  });
  protected readonly about = computed(() => {
    const shown = this.shown();
    if (shown === 'audit')
      return this.filter().changes ? `${ABOUT.audit} ${LEFT_OUT}` : ABOUT.audit;
    const days = shown === 'gate' ? undefined : this.server.value()?.retention_days;
    const kept = days === undefined ? '' : ` Kept for ${days} days.`;
    return `${ABOUT[shown]}${kept}`;
  });
  /** The figures need the right to see approvals. */
  protected readonly tabs = TABS.filter(
    ({ name }) => name !== 'gate' || this.session.reaches('operator'),
  );
  protected readonly shown = computed(
    () => this.tabs.find(({ name }) => name === this.tab())?.name ?? 'audit',
  );
  protected readonly filter = computed<AuditFilter>(() => ({
    text: (this.q() ?? '').slice(0, AUDIT_SEARCH.characters),
    actor: this.actor() ?? '',
    pc: this.pc() ?? '',
    tool: this.tool() ?? '',
    kind: kindOf(this.kind()),
    changes: this.show() === 'changes',
    ok: this.ok() === undefined ? null : this.ok() === 'true',
    range: rangeOf(this.range()),
    from: this.from() ?? '',
    to: this.to() ?? '',
  }));
  private readonly logQuery = computed<Query>(() => ({
    agent_id: this.pc(),
    level: LOG_LEVELS.find((level) => level === this.level()),
    ...spanOf(this.filter(), Date.now()),
  }));
  protected readonly agentLines = computed(() => ({ ...this.logQuery(), source: 'agent' }));
  protected readonly serverLines = computed(() => ({ ...this.logQuery(), source: 'server' }));
  /** Whatever else the log is filtered by: the figures above are of all of them. */
  protected readonly decisions = computed<AuditFilter>(() => ({
    ...this.filter(),
    ...{ text: '', actor: '', pc: '', tool: '', kind: 'decision', ok: null, changes: false },
  }));
  /** Decisions are counted over a month at most; without a time, over the usual one. */
  protected readonly gateQuery = computed<Query>(() => {
    const { range } = this.filter();
    const ms = RANGES.find(({ name }) => name === range)?.ms ?? null;
    if (range === 'all') return {};
    const most = GATE_STATS.mostDays * DAY_MS;
    return ms !== null && ms > most ? {} : spanOf(this.filter(), Date.now());
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.soon));
  }

  protected meet(rows: readonly AuditRowView[]): void {
    this.known.update((known) => {
      const people = rows.filter(({ actor }) => actor.kind !== 'system' && actor.kind !== 'agent');
      return new Map([
        ...known,
        ...people.map(({ actor }) => [actor.id, listedName(actor)] as const),
      ]);
    });
  }

  /** While somebody types. */
  protected chooseSoon(change: Readonly<{ [name: string]: string | null }>): void {
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.choose(change), TYPING_MS);
  }

  /** What is taken away leaves the address. */
  protected choose(change: Readonly<{ [name: string]: string | null }>): void {
    void this.router.navigate([], {
      queryParams: change,
      queryParamsHandling: 'merge',
      replaceUrl: true,
    });
  }

  protected clear(): void {
    clearTimeout(this.soon);
    this.choose(NO_FILTER);
  }

  protected moment(text: string): string | null {
    const at = Date.parse(text);
    return Number.isNaN(at) ? null : new Date(at).toISOString();
  }

  /** An ISO time as a field of the browser wants it, in the reader's zone. */
  protected local(iso: string): string {
    const at = Date.parse(iso);
    if (Number.isNaN(at)) return '';
    return localTime(at);
  }
}
