import { Component, computed, inject, input, resource } from '@angular/core';
import { RouterLink } from '@angular/router';
import { ApiClient } from '../../core/http/api-client';
import { asApiError } from '../../core/http/api-error';
import { FleetStore } from '../../core/fleet/fleet-store';
import { OS_WORDS, sentenceCase } from '../../core/words';
import { ErrorNote } from '../../pieces/error-note';
import { HeartbeatStrip } from '../../pieces/heartbeat-strip';
import { RelativeTime } from '../../pieces/relative-time';
import { StatusDot } from '../../pieces/status-dot';
import { UntrustedText } from '../../pieces/untrusted-text';

/** Clocks that differ by more than this are said. */
const NOTABLE_SKEW_S = 60;

/** What is wrong with this one? Flagged sections first; all of them as the server judges them. */
@Component({
  selector: 'kenny-pc',
  imports: [ErrorNote, HeartbeatStrip, RelativeTime, RouterLink, StatusDot, UntrustedText],
  templateUrl: './pc.html',
  styleUrl: './pc.css',
})
export class Pc {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  readonly id = input.required<string>();

  /** As it is pushed: what the fleet knows of it. */
  private readonly live = computed(() => this.fleet.agent(this.id()));
  /** Asked for again whenever the PC has sent something. */
  private readonly asked = resource({
    params: () => ({ id: this.id(), received: this.live()?.received_at }),
    loader: ({ params }) => this.api.agent(params.id),
  });
  private readonly whole = computed(() => (this.asked.hasValue() ? this.asked.value() : undefined));
  protected readonly pc = computed(() => this.live() ?? this.whole());
  protected readonly error = computed(() => {
    const fault = this.asked.error();
    return fault ? asApiError(fault) : null;
  });
  protected readonly sections = computed(() => this.whole()?.sections ?? this.pc()?.sections ?? []);
  protected readonly flagged = computed(() =>
    this.sections().filter(({ status }) => status === 'crit' || status === 'warn'),
  );
  protected readonly unreadable = computed(() =>
    this.sections().filter(({ status }) => status === 'unknown'),
  );
  protected readonly healthy = computed(() =>
    this.sections().filter(({ status }) => status === 'ok'),
  );
  protected readonly facts = computed(() => {
    const meta = this.pc()?.meta;
    return meta ? `${OS_WORDS[meta.os]} · agent ${meta.version}` : 'has not connected yet';
  });
  protected readonly skew = computed(() => {
    const skew = this.pc()?.clock_skew_s ?? 0;
    return Math.abs(skew) > NOTABLE_SKEW_S ? Math.round(skew) : null;
  });

  protected readonly titleOf = sentenceCase;

  protected again(): void {
    this.asked.reload();
  }
}
