import { Component, computed, inject, input, linkedSignal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import type { ApprovalView, FleetAgent } from '@kenny/contract/web';
import { sameCall } from '@kenny/health/web';
import { visibleText } from '@kenny/kernel';
import { ApprovalsStore } from '../core/approvals/approvals-store';
import { Mutation } from '../core/http/mutation';
import { AskToRun } from './ask-to-run';
import { ErrorNote } from './error-note';
import { UntrustedText } from './untrusted-text';
import {
  LINUX_COMMANDS,
  updatesIn,
  type ProgramUpdate,
  type SingleUpdate,
} from '../core/facts/known-updates';

const FIRST_ROWS = 10;
const MORE_ROWS = 200;

/** Programs with a newer version, each with the request that updates it; decided on the sheet. */
@Component({
  selector: 'kenny-program-updates',
  imports: [ErrorNote, MatButton, RouterLink, UntrustedText],
  template: `
    @if (updates().length > 0) {
      <table [attr.aria-label]="ran() ? 'Updated apps' : 'Apps with an update'">
        <thead>
          <tr>
            <th scope="col">App</th>
            <th scope="col">{{ installed() }}</th>
            <th scope="col">New version</th>
            @if (update() && mayAsk()) {
              <th scope="col"><span class="unseen">Update</span></th>
            }
          </tr>
        </thead>
        <tbody>
          @for (one of updates().slice(0, shown()); track one.id) {
            <tr>
              <td class="name"><kenny-untrusted [text]="one.name" /></td>
              <td [attr.data-label]="installed()"><kenny-untrusted [text]="one.version" /></td>
              <td data-label="New version"><kenny-untrusted [text]="one.available" /></td>
              @if (update() && mayAsk()) {
                <td class="act">
                  @if (waiting(one); as request) {
                    <span role="status"
                      >Waits for approval:
                      <a [routerLink]="['/approvals', request.id]"
                        >Review<span class="unseen">: {{ titleOf(one) }}</span></a
                      ></span
                    >
                  } @else if (one.single) {
                    <button
                      type="button"
                      matButton="outlined"
                      [disabled]="!pc().online || asking.busy()"
                      (click)="ask(one)"
                    >
                      Update…<span class="unseen"> {{ visible(one.name) }}</span>
                    </button>
                  } @else {
                    <span class="dim">only together with the others</span>
                  }
                </td>
              }
            </tr>
          }
        </tbody>
      </table>
      @if (hidden() > 0) {
        <button type="button" class="link" (click)="more()">Show {{ hidden() }} more</button>
      }
      @if (asking.error(); as fault) {
        <kenny-error [error]="fault" />
      }
      @if (onLinux()) {
        <p class="dim how">
          Linux updates its apps together. On that PC, type
          @for (one of commands; track one.command) {
            <code>{{ one.command }}</code> ({{ one.systems }}){{
              $last ? '.' : $index === commands.length - 2 ? ' or' : ','
            }}
          }
        </p>
      }
    }
  `,
  styleUrls: ['./stacked-table.css', './program-updates.css'],
})
export class ProgramUpdates {
  private readonly approvals = inject(ApprovalsStore);
  private readonly askToRun = inject(AskToRun);
  readonly pc = input.required<FleetAgent>();
  /** As the PC sent them. */
  readonly packages = input.required<unknown>();
  /** How one alone is updated there, if it can be. */
  readonly update = input<SingleUpdate>();
  readonly mayAsk = input(false);
  /** They were updated since. */
  readonly ran = input(false);
  protected readonly installed = computed(() => (this.ran() ? 'Before' : 'Installed'));
  protected readonly asking = new Mutation();
  protected readonly visible = visibleText;
  protected readonly commands = LINUX_COMMANDS;

  protected readonly updates = computed(() => updatesIn(this.packages(), this.update()));
  protected readonly onLinux = computed(() => this.pc().meta?.os === 'linux');
  protected readonly shown = linkedSignal({
    source: () => this.pc().agent_id,
    computation: () => FIRST_ROWS,
  });
  protected readonly hidden = computed(() => Math.max(0, this.updates().length - this.shown()));

  private readonly waitingHere = computed(() =>
    this.approvals.waiting().filter(({ agent_id }) => agent_id === this.pc().agent_id),
  );

  protected titleOf({ name }: ProgramUpdate): string {
    return `Update ${visibleText(name)}`;
  }

  protected waiting(one: ProgramUpdate): ApprovalView | undefined {
    const call = this.callOf(one);
    return call && this.waitingHere().find((request) => sameCall(request, call));
  }

  protected async ask(one: ProgramUpdate): Promise<void> {
    const call = this.callOf(one);
    const [{ agent_id }, reason] = [this.pc(), this.titleOf(one)];
    if (call) await this.askToRun.ask(this.asking, { ...call, agent_id, reason });
  }

  private callOf({ id }: ProgramUpdate) {
    const update = this.update();
    return update && { tool: update.tool, args: { [update.argument]: id } };
  }

  protected more(): void {
    this.shown.update((shown) => shown + MORE_ROWS);
  }
}
