import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, effect, inject, input, untracked } from '@angular/core';
import type { ApprovalView } from '@kenny/contract/web';
import { afterFreeing, movedThresholds } from '@kenny/health/web';
import { targetsIn } from '../core/approvals/argument-texts';
import { CallTeller } from '../core/approvals/call-teller';
import { SizeLooks } from '../core/approvals/size-looks';
import { SizesSeen, sizeWords } from '../core/approvals/sizes-seen';
import { CatalogStore } from '../core/facts/catalog-store';
import { FleetStore } from '../core/fleet/fleet-store';
import { boundWords } from '../core/health/limit-words';
import { ApiClient } from '../core/http/api-client';
import { apiResource } from '../core/http/api-resource';
import { Session } from '../core/session/session';
import { ErrorNote } from './error-note';
import { cameIntoView } from './in-view';
import { RelativeTime } from './relative-time';

const DISK = 'disk';

/**
 * How much a clean-up that waits would free and what that comes to: asks the PC, unless somebody has
 * just looked.
 */
@Component({
  selector: 'kenny-frees',
  imports: [ErrorNote, NgTemplateOutlet, RelativeTime],
  template: `
    @if (size(); as size) {
      <div class="line">
        <strong>{{ size.words }}</strong>
        @if (!brief()) {
          <span class="dim"> (looked <kenny-time [at]="size.at" />)</span
          >{{ after() ? '. ' + after() : '' }}
        }
      </div>
    } @else if (!mayTell()) {
      <!-- Nothing will come, so no line is kept for it. -->
    } @else if (looking().busy()) {
      <div class="line dim" role="status">Asking the PC how much that is…</div>
    } @else if (offline()) {
      <div class="line dim">Size not known: the PC is offline</div>
    } @else if (held()) {
      <div class="line dim">Size not known: that read needs approval</div>
    } @else if (looking().error(); as fault) {
      @if (brief()) {
        <div class="line">Size could not be read. <ng-container [ngTemplateOutlet]="again" /></div>
      } @else {
        <div class="line">How much that is could not be read.</div>
        <kenny-error [error]="fault" />
        <ng-container [ngTemplateOutlet]="again" />
      }
    } @else if (brief()) {
      <div class="line"></div>
    }
    <ng-template #again>
      @if (read(); as read) {
        <button type="button" class="link" (click)="look(read)">Try again</button>
      }
    </ng-template>
  `,
  styles: `
    :host {
      display: block;
    }
    /* Kept from the start: what the PC answers pushes nothing down. */
    .line {
      min-height: 24px;
      margin: 6px 0 0;
    }
  `,
})
export class Frees {
  private readonly api = inject(ApiClient);
  private readonly catalog = inject(CatalogStore);
  private readonly fleet = inject(FleetStore);
  private readonly session = inject(Session);
  private readonly sizes = inject(SizesSeen);
  private readonly looks = inject(SizeLooks);
  private readonly teller = inject(CallTeller);
  readonly approval = input.required<ApprovalView>();
  /** One of many: a line with the size alone, and nobody is asked before it is in view. */
  readonly brief = input(false);

  private readonly inView = cameIntoView(this.brief);
  private readonly targets = computed(() => targetsIn(this.approval().args));
  private readonly pc = computed(() => this.fleet.agent(this.approval().agent_id));
  protected readonly looking = computed(() => this.looks.at(this.approval().agent_id));
  protected readonly held = computed(() => this.looks.isHeld(this.approval().agent_id));
  protected readonly offline = computed(() => this.pc()?.online === false);
  private readonly reader = computed(() => this.teller.readBefore(this.approval().tool));
  /** The catalog is still to say which read that is, or has said it. */
  protected readonly mayTell = computed(
    () =>
      this.targets() !== undefined &&
      this.session.reaches('operator') &&
      (!this.teller.catalog.ready() || this.reader() !== undefined),
  );
  /** What tells how much it is; undefined while nobody can be asked. */
  protected readonly read = computed(() =>
    this.mayTell() && this.pc()?.online === true ? this.reader() : undefined,
  );
  protected readonly size = computed(() => {
    const targets = this.targets();
    const seen = targets && this.sizes.of(this.approval().agent_id, targets);
    if (!seen) return null;
    const { bytes } = seen;
    const at = new Date(seen.at).toISOString();
    return { words: sizeWords(bytes), at, bytes };
  });

  /** How full the PC is, and the limits it is judged by. */
  private readonly disk = apiResource({
    params: () =>
      !this.brief() && this.size()?.bytes && this.read() ? this.approval().agent_id : undefined,
    loader: async (id) => {
      const [{ snapshot }, { limits = [] }] = await Promise.all([
        this.api.snapshot(id, DISK),
        this.api.agent(id),
      ]);
      return { payload: snapshot[DISK], limits: limits.filter(({ section }) => section === DISK) };
    },
  });
  /** Whether that is enough; nothing where it cannot be told. */
  protected readonly after = computed(() => {
    const [size, disk, pc] = [this.size(), this.disk.value(), this.pc()];
    if (!size || !disk) return '';
    const limits = movedThresholds(this.catalog.thresholdsOf({ name: DISK }), disk.limits);
    const after = afterFreeing(disk.payload, size.bytes, pc?.meta?.os, limits);
    if (!after) return '';
    if (!after.bound) return `${after.words}, which is fine.`;
    const still = after.status === 'crit' ? 'critical' : 'a warning';
    return `${after.words}. That is still ${still} (${boundWords(after.bound, '%')}).`;
  });

  constructor() {
    const due = computed(() => {
      const waits = this.size() !== null || this.held() || (this.brief() && !this.inView());
      return waits ? undefined : this.read();
    });
    effect(() => {
      const read = due();
      if (read !== undefined) untracked(() => void this.look(read));
    });
  }

  protected look(read: string): Promise<void> {
    return this.looks.look(this.approval().agent_id, read);
  }
}
