import { Component, computed, inject, input } from '@angular/core';
import { MatAnchor } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { toldChanges } from '../../core/health/told-changes';
import { apiResource } from '../../core/http/api-resource';
import { ChangeList } from '../../ui/change-list';
import { ResourceStateNote } from '../../ui/resource-state';
import { RANGES, type Range } from './time-range';

/** Checks of this PC that got worse or better, and values that changed between its reports. */
@Component({
  selector: 'kenny-pc-changes',
  imports: [ChangeList, MatAnchor, ResourceStateNote, RouterLink],
  template: `
    @if (list.value(); as found) {
      @if (found.told.length > 0) {
        <kenny-change-list [items]="found.told" label="What changed on this PC" />
      } @else {
        <p class="dim">
          No check got worse or better in this time range, and no programs, accounts, updates,
          devices or settings changed.
        </p>
        @if (wider(); as range) {
          <p>
            <a
              matButton="outlined"
              [routerLink]="[]"
              [queryParams]="{ range: range.id }"
              queryParamsHandling="merge"
              [replaceUrl]="true"
              >Show {{ range.name }}</a
            >
          </p>
        }
      }
      <p class="dim">
        What goes up and down, such as disk space, is under
        <a [routerLink]="[]" [queryParams]="{ part: 'charts' }" queryParamsHandling="merge"
          >Charts</a
        >.
      </p>
      @if (found.health.truncated || found.values.truncated) {
        <p class="dim">
          Only the newest changes are shown; choose a shorter time range to see all of them.
        </p>
      }
    }
    <kenny-resource-state [of]="list" />
  `,
})
export class PcChanges {
  private readonly api = inject(ApiClient);
  readonly agentId = input.required<string>();
  /** ISO 8601: since when. */
  readonly from = input.required<string>();
  /** As which of the ranges that time was chosen. */
  readonly range = input<Range>();
  protected readonly wider = computed(() => {
    const widest = RANGES[RANGES.length - 1];
    return this.range() === widest ? undefined : widest;
  });

  /** Both at once: the second list must not push away the first. */
  protected readonly list = apiResource({
    params: () => ({ id: this.agentId(), from: this.from() }),
    loader: async ({ id, from }) => {
      const [health, values] = await Promise.all([
        this.api.fleetChanges({ agent_id: id, from }),
        this.api.changes(id, { from }),
      ]);
      return { health, values, told: toldChanges(health.items, values.items) };
    },
    // A list of another range would be read for the one that was chosen.
    subject: () => `${this.agentId()} ${this.range()?.id}`,
  });
}
