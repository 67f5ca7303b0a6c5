import {
  Component,
  computed,
  effect,
  inject,
  input,
  linkedSignal,
  untracked,
  viewChild,
  type ElementRef,
} from '@angular/core';
import { ReactiveFormsModule } from '@angular/forms';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatProgressBar } from '@angular/material/progress-bar';
import { Router, RouterLink } from '@angular/router';
import {
  CALL_REASON_LENGTH,
  needsApproval,
  TOOL_CLASSES,
  type ApprovalView,
  type CatalogTool,
  type FleetAgent,
} from '@kenny/contract/web';
import { ApprovalsStore } from '../../../core/approvals/approvals-store';
import { Drafts } from '../../../core/chat/drafts';
import { quantity } from '../../../core/facts/quantity';
import { fieldsOf } from '../../../core/forms/field-shape';
import { apiResource } from '../../../core/http/api-resource';
import { Mutation } from '../../../core/http/mutation';
import { Session } from '../../../core/session/session';
import { PageClock } from '../../../core/time/clock';
import { timeLeft } from '../../../core/time/relative';
import { arriveAt } from '../../../ui/arrive-at';
import { Ended } from '../../../ui/ended';
import { ErrorNote } from '../../../ui/error-note';
import { FIELD_LOOK } from '../../../ui/field-look';
import { UntrustedText } from '../../../ui/untrusted-text';
import { PROGRAMS, updatesIn, type SingleUpdate } from '../../../core/facts/known-updates';
import { ProgramUpdates } from '../../../ui/program-updates';
import { FieldLookup } from './field-lookup';
import { ToolCall } from './tool-call';
import { ToolField } from './tool-field';
import { argsOf, formOf, keepDraft, rowsOf } from './tool-form';
import { ToolResult } from './tool-result';
import { MAY_ONLY_VIEW, obstacle, riskOf } from './tool-words';

/**
 * One tool on one PC: its form, the call on its way, and what came of it. A read runs at once; a
 * change waits for its approval, whose id stands in the address, so that it is found again after
 * the decision.
 */
@Component({
  selector: 'kenny-tool-panel',
  imports: [
    Ended,
    ErrorNote,
    FieldLookup,
    MatButton,
    MatFormField,
    MatInput,
    MatLabel,
    MatProgressBar,
    ProgramUpdates,
    ReactiveFormsModule,
    RouterLink,
    ToolField,
    ToolResult,
    UntrustedText,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './tool-panel.html',
  styleUrls: ['../../../ui/tool-sheet.css', './tool-panel.css'],
})
export class ToolPanel {
  private readonly call = inject(ToolCall);
  private readonly approvals = inject(ApprovalsStore);
  private readonly clock = inject(PageClock);
  private readonly drafts = inject(Drafts);
  private readonly router = inject(Router);
  private readonly session = inject(Session);
  readonly pc = input.required<FleetAgent>();
  readonly tool = input.required<CatalogTool>();
  /** Id of the approval that this form has led to. */
  readonly approvalId = input<string>();

  /** How one program alone is updated there, if it can be. */
  readonly update = input<SingleUpdate>();

  private readonly heading = viewChild<ElementRef<HTMLElement>>('heading');
  protected readonly stage = this.call.stage;
  /** Of a list of programs, those that have an update stand first. */
  protected readonly updates = computed(() => {
    const stage = this.stage();
    const result = stage.kind === 'done' && 'result' in stage.answer ? stage.answer.result : {};
    const packages = (result as Readonly<Record<string, unknown>>)[PROGRAMS];
    return updatesIn(packages).length > 0 ? packages : undefined;
  });
  /** Whether a call waits for a person. */
  protected readonly asks = computed(() =>
    needsApproval(
      this.tool(),
      TOOL_CLASSES.filter((one) => this.session.holds(one)),
    ),
  );
  protected readonly risk = computed(() => riskOf(this.tool(), this.asks()));
  protected readonly mayRun = computed(() => this.session.reaches('operator'));
  protected readonly obstacle = computed(() =>
    this.mayRun() ? obstacle(this.tool(), this.pc()) : MAY_ONLY_VIEW,
  );
  protected readonly fields = computed(() => fieldsOf(this.tool().args));
  protected readonly reasonLength = CALL_REASON_LENGTH;
  protected readonly withdrawal = new Mutation();

  private readonly fetched = apiResource({
    params: () => {
      const id = this.approvalId();
      return id !== undefined && !this.approvals.approval(id) ? id : undefined;
    },
    loader: (id) => this.approvals.load(id),
  });
  protected readonly approval = computed(() => {
    const id = this.approvalId();
    const found = id === undefined ? undefined : this.approvals.approval(id);
    // The URL may name any approval: only one of this tool on this PC belongs here.
    const fits = found?.tool === this.tool().name && found.agent_id === this.pc().agent_id;
    return fits ? found : undefined;
  });
  protected readonly missing = computed(() => (this.approval() ? null : this.fetched.error()));
  protected readonly left = computed(() => {
    const approval = this.approval();
    return approval ? timeLeft(Date.parse(approval.approve_by), this.clock.now()) : '';
  });
  protected readonly seconds = computed(() => {
    const stage = this.stage();
    return stage.kind === 'running'
      ? Math.max(0, Math.round((this.clock.now() - stage.since) / 1000))
      : 0;
  });

  /** Prefill with the arguments of the request in the URL. */
  private readonly sent = computed(() => this.approval()?.args);
  protected readonly rows = linkedSignal({
    source: () => ({ fields: this.fields(), sent: this.sent() }),
    computation: ({ fields, sent }) => rowsOf(fields, sent),
  });
  protected readonly form = computed(() => formOf(this.rows()));

  constructor() {
    const place = computed(() => `${this.pc().agent_id} ${this.tool().name}`);
    effect(() => {
      place();
      const heading = this.heading()?.nativeElement;
      untracked(() => this.call.clear());
      if (heading) arriveAt(heading);
    });
  }

  protected took(ms: number): string {
    return ms < 1000 ? quantity(ms, 'ms') : quantity(ms / 1000, 's');
  }

  protected async run(event: Event, reason = ''): Promise<void> {
    event.preventDefault();
    const args = argsOf(event, this.fields(), this.form());
    if (!args) return;
    const { agent_id } = this.pc();
    this.showApproval(await this.call.run(this.tool(), agent_id, args, reason.trim()));
  }

  /** An approved read hands its result over once, to the requester. */
  protected async fetch({ args }: ApprovalView): Promise<void> {
    this.showApproval(await this.call.run(this.tool(), this.pc().agent_id, args));
  }

  /** The form for several PCs goes on from what is typed here. */
  protected takeAlong(): void {
    keepDraft(this.drafts, this.tool(), this.form());
  }

  protected stop(): void {
    this.call.stop();
  }

  protected async withdraw(): Promise<void> {
    const approval = this.approval();
    if (!approval) return;
    const { id, call_sha256 } = approval;
    await this.withdrawal.run(() => this.approvals.decide(id, { decision: 'cancel', call_sha256 }));
  }

  private showApproval(id: string | null): void {
    if (id === null && this.approvalId() === undefined) return;
    void this.router.navigate([], {
      queryParams: { approval: id },
      queryParamsHandling: 'merge',
      replaceUrl: true,
    });
  }
}
