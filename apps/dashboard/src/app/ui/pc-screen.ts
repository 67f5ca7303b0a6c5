import { Component, computed, effect, inject, input, signal } from '@angular/core';
import { MatAnchor, MatButton } from '@angular/material/button';
import type { ScreenCaptureResult } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import type { OfferedCall } from '../core/approvals/sheet-opener';
import { bytesOf, pictureIn } from '../core/chat/picture';
import { FleetStore } from '../core/fleet/fleet-store';
import { ApiClient } from '../core/http/api-client';
import { apiResource } from '../core/http/api-resource';
import { Mutation } from '../core/http/mutation';
import type { Picture } from '../core/http/api-sender';
import { AskToRun } from './ask-to-run';
import { ErrorNote } from './error-note';
import { RelativeTime } from './relative-time';

/** What the person at the PC learns of a new picture. */
const TOLD = {
  before:
    'kenny does not ask the person at the PC first. Their desktop gets a notice, if it can show one.',
  shown: 'Their desktop got a notice of it.',
  not: 'No notice could be shown there: tell them.',
  older: 'This agent tells nobody until it is updated: tell them.',
} as const;

/**
 * The screen of a PC: a new picture, or the last one. It comes when somebody wants to see it and not
 * before: it shows what a person was doing, and each look is in the audit log.
 */
@Component({
  selector: 'kenny-pc-screen',
  imports: [ErrorNote, MatAnchor, MatButton, RelativeTime],
  template: `
    <div class="looks">
      <button
        type="button"
        matButton="outlined"
        aria-describedby="no-new-picture"
        [disabled]="request.busy() || !online()"
        (click)="take()"
      >
        {{ taking() ? 'Asking the PC…' : 'Take a screenshot' }}
      </button>
      @if (!address() && wasTaken()) {
        <button type="button" matButton="outlined" [disabled]="request.busy()" (click)="look()">
          Show the last one
        </button>
      }
      <span class="dim" id="no-new-picture">{{
        online() ? '' : 'The PC is offline: there can be no new one.'
      }}</span>
    </div>
    @if (request.error(); as fault) {
      <kenny-error [error]="fault" />
    }
    <p class="dim" role="status">{{ told() }}</p>
    @if (address(); as address) {
      <p class="dim">
        Taken
        @if (taken(); as taken) {
          <kenny-time [at]="taken" />
        }
      </p>
      <a [href]="address" target="_blank" title="Open in full size">
        <img [src]="address" [alt]="alt()" />
      </a>
      <div class="looks">
        <a matButton="outlined" [href]="address" [attr.download]="file()">Save picture</a>
        <a matButton="text" target="_blank" [href]="address">Open in full size</a>
      </div>
    } @else if (nothing()) {
      <p class="dim" role="status">No screenshot from the last hour; older ones are not kept.</p>
    }
  `,
  styles: `
    .looks {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
    }
    img {
      display: block;
      max-width: 100%;
      height: auto;
      margin-bottom: 8px;
      border: 1px solid var(--line);
    }
  `,
})
export class PcScreen {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly askToRun = inject(AskToRun);
  readonly agentId = input.required<string>();
  readonly name = input.required<string>();
  /** Which tool takes one. */
  readonly tool = input.required<string>();

  private readonly takes = apiResource({
    params: this.agentId,
    loader: (agent_id) =>
      this.api.audit({ agent_id, tool: this.tool(), kind: 'call', ok: 'true', limit: '1' }),
  });
  /** There may be a last one. Where that cannot be told, a look tells. */
  protected readonly wasTaken = computed(
    () => this.takes.error() !== null || (this.takes.value()?.items.length ?? 0) > 0,
  );

  protected readonly online = computed(() => this.fleet.agent(this.agentId())?.online === true);
  protected readonly request = new Mutation();
  /** The PC is being asked for a new one. */
  protected readonly taking = signal(false);
  protected readonly told = signal<string>(TOLD.before);
  private readonly picture = signal<Picture | null | undefined>(undefined);
  protected readonly nothing = computed(() => this.picture() === null);
  protected readonly taken = computed(() => {
    const said = this.picture()?.taken;
    return said ? new Date(said).toISOString() : null;
  });
  protected readonly address = computed(() => {
    const picture = this.picture();
    return picture ? URL.createObjectURL(picture.bytes) : null;
  });
  /** `kitchen 2026-11-21 20.00.png`; a name of a file has no colon. */
  protected readonly file = computed(() => {
    const taken = this.taken()?.slice(0, 'YYYY-MM-DDTHH:MM'.length) ?? '';
    const name = `${this.agentId()} ${taken.replace('T', ' ').replace(':', '.')}`;
    return `${name.trim()}.png`;
  });
  protected readonly alt = computed(() => `Screen of ${visibleText(this.name())}`);

  constructor() {
    effect((onCleanup) => {
      const address = this.address();
      if (address !== null) onCleanup(() => URL.revokeObjectURL(address));
    });
    // Another PC: nothing of the one before.
    effect(() => {
      this.agentId();
      this.picture.set(undefined);
      this.told.set(TOLD.before);
      this.request.clear();
    });
  }

  /** At once, or by the sheet for who may only ask for it. */
  protected async take(): Promise<void> {
    const call = { tool: this.tool(), agent_id: this.agentId(), args: {} };
    await this.askToRun.ask(this.request, call, () => this.send(call));
    this.taking.set(false);
  }

  private async send({ tool, ...body }: OfferedCall) {
    this.taking.set(true);
    const answer = await this.api.callTool(tool, body);
    if ('result' in answer && body.agent_id === this.agentId()) this.show(answer.result);
    return answer;
  }

  protected async look(): Promise<void> {
    const id = this.agentId();
    await this.request.run(async () => {
      const picture = await this.api.screen(id);
      if (id !== this.agentId()) return;
      this.picture.set(picture);
      this.told.set(TOLD.before);
    });
  }

  private show(result: unknown): void {
    const bytes = bytesOf(pictureIn(result) ?? '');
    const taken = new Date().toUTCString();
    this.picture.set(bytes && { bytes: new Blob([bytes], { type: 'image/png' }), taken });
    this.told.set(toldIn(result));
  }
}

/** Agents that tell nobody yet do not say so. */
function toldIn(result: unknown): string {
  const { person_told }: Partial<ScreenCaptureResult> = Object(result) as object;
  if (person_told === undefined) return TOLD.older;
  return person_told ? TOLD.shown : TOLD.not;
}
