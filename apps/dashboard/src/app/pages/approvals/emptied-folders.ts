import { Component, computed, inject, input } from '@angular/core';
import { CLEAN_TARGETS, cleanFolders, type ApprovalView } from '@kenny/contract/web';
import { targetsIn } from '../../core/approvals/argument-texts';
import { SizesSeen } from '../../core/approvals/sizes-seen';
import { quantity } from '../../core/facts/quantity';
import { FleetStore } from '../../core/fleet/fleet-store';

/** What a clean-up empties, each with its folders and, while it waits and somebody has just looked, its size. */
@Component({
  selector: 'kenny-emptied-folders',
  template: `
    <ul [attr.aria-label]="label()">
      @for (one of targets(); track one.title) {
        <li>
          {{ one.title }}{{ one.size ? ' · ' + one.size : '' }}
          @if (one.where) {
            <span class="dim">{{ one.where }}</span>
          }
        </li>
      }
    </ul>
  `,
  styles: `
    ul {
      margin: 0 0 6px;
      padding-left: 20px;
    }
    .dim {
      display: block;
      font-size: 13px;
      overflow-wrap: anywhere;
    }
  `,
})
export class EmptiedFolders {
  private readonly fleet = inject(FleetStore);
  private readonly sizes = inject(SizesSeen);
  readonly approval = input.required<ApprovalView>();
  readonly label = input.required<string>();

  protected readonly targets = computed(() => {
    const { agent_id, args, state } = this.approval();
    const os = this.fleet.agent(agent_id)?.meta?.os;
    return (targetsIn(args) ?? []).map((target) => {
      // Of what is over, a size tells nothing that is still to come.
      const seen = state === 'pending' ? this.sizes.of(agent_id, [target]) : null;
      const size = seen && quantity(seen.bytes, 'bytes');
      return { title: CLEAN_TARGETS[target], where: cleanFolders(target, os), size };
    });
  });
}
