import { Component, computed, effect, inject, input, untracked } from '@angular/core';
import type { ApprovalView, DiskCleanableResult } from '@kenny/contract/web';
import { afterFreeing, movedThresholds } from '@kenny/health/web';
import { targetsIn } from '../../core/approvals/argument-texts';
import { CallTeller } from '../../core/approvals/call-teller';
import { SizesSeen, sizeWords } from '../../core/approvals/sizes-seen';
import { CatalogStore } from '../../core/facts/catalog-store';
import { FleetStore } from '../../core/fleet/fleet-store';
import { boundWords } from '../../core/health/limit-words';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { RelativeTime } from '../../ui/relative-time';

const DISK = 'disk';

/**
 * How much a clean-up that waits would free and what that comes to: asks the PC, unless somebody has
 * just looked.
 */
@Component({
  selector: 'kenny-frees',
  imports: [ErrorNote, RelativeTime],
  template: `
    @if (size(); as size) {
      <p>
        <strong>{{ size.words }}</strong>
        <span class="dim"> (looked <kenny-time [at]="size.at" />)</span
        >{{ after() ? '. ' + after() : '' }}
      </p>
    } @else if (looking.busy()) {
      <p class="dim" role="status">Asking the PC how much that is…</p>
    } @else if (looking.error(); as fault) {
      <p>How much that is could not be read.</p>
      <kenny-error [error]="fault" />
      @if (read(); as read) {
        <button type="button" class="link" (click)="look(read)">Try again</button>
      }
    }
  `,
  styles: `
    p {
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
  private readonly teller = inject(CallTeller);
  readonly approval = input.required<ApprovalView>();
  protected readonly looking = new Mutation();

  private readonly targets = computed(() => targetsIn(this.approval().args));
  /** What tells how much it is; undefined while nobody can be asked. */
  protected readonly read = computed(() => {
    const { agent_id, tool } = this.approval();
    const online = this.fleet.agent(agent_id)?.online === true;
    if (!online || !this.session.reaches('operator')) return undefined;
    return this.targets() && this.teller.readBefore(tool);
  });
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
    params: () => (this.size()?.bytes && this.read() ? this.approval().agent_id : undefined),
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
    const [size, disk, pc] = [
      this.size(),
      this.disk.value(),
      this.fleet.agent(this.approval().agent_id),
    ];
    if (!size || !disk) return '';
    const limits = movedThresholds(this.catalog.thresholdsOf({ name: DISK }), disk.limits);
    const after = afterFreeing(disk.payload, size.bytes, pc?.meta?.os, limits);
    if (!after) return '';
    if (!after.bound) return `${after.words}, which is fine.`;
    const still = after.status === 'crit' ? 'critical' : 'a warning';
    return `${after.words}. That is still ${still} (${boundWords(after.bound, '%')}).`;
  });

  constructor() {
    const due = computed(() => (this.size() ? undefined : this.read()));
    effect(() => {
      const read = due();
      if (read !== undefined) untracked(() => void this.look(read));
    });
  }

  protected look(read: string): Promise<void> {
    const { agent_id } = this.approval();
    return this.looking.run(async () => {
      const answer = await this.api.callTool(read, { agent_id, args: {} });
      if (!('result' in answer)) return;
      const { targets = [] } = answer.result as Partial<DiskCleanableResult>;
      this.sizes.note(agent_id, targets);
    });
  }
}
