import { Component, computed, inject, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import { TWO_KEY_TAG, type FleetAgent, type PatchAgentBody } from '@kenny/contract/web';
import { visibleText } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { AskFirst } from '../../ui/ask-first';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { UntrustedText } from '../../ui/untrusted-text';
import { tooFewWords } from './too-few-approvers';

/** PCs on which a high-risk change needs approval from two people. */
@Component({
  selector: 'kenny-two-approvals',
  imports: [ErrorNote, MatButton, MatFormField, MatInput, MatLabel, RouterLink, UntrustedText],
  providers: [FIELD_LOOK],
  template: `
    <section aria-labelledby="approvals-title">
      <h2 id="approvals-title">Two approvals needed</h2>
      <p class="dim">
        For PCs where a mistake costs most: there, a high-risk change needs approval from two
        different people.
      </p>
      @if (fault(); as error) {
        <kenny-error [error]="error" />
      }
      <ul class="panel rows" aria-label="PCs that need two approvals">
        @for (agent of tagged(); track agent.agent_id) {
          <li>
            <span class="what">
              <a [routerLink]="['/fleet', agent.agent_id]"
                ><kenny-untrusted [text]="agent.name"
              /></a>
              <code class="dim"> {{ agent.agent_id }}</code>
            </span>
            @if (admin) {
              <button type="button" matButton="text" class="danger" (click)="takeOff(agent)">
                Remove<span class="unseen"> {{ agent.agent_id }}</span>
              </button>
            }
          </li>
        } @empty {
          <li>No PC needs two approvals.</li>
        }
      </ul>
      @if (admin) {
        <form
          class="add"
          aria-label="Require two approvals on a PC"
          (submit)="putOn($event, which)"
        >
          <mat-form-field>
            <mat-label>PC</mat-label>
            <input
              #which
              matInput
              list="kenny-pcs"
              autocomplete="off"
              spellcheck="false"
              [value]="typed()"
              (input)="typed.set(which.value.trim())"
            />
          </mat-form-field>
          <datalist id="kenny-pcs">
            @for (agent of choices(); track agent.agent_id) {
              <option [value]="agent.name">{{ agent.agent_id }}</option>
            }
          </datalist>
          <button type="submit" matButton="outlined" [disabled]="!chosen()">
            Require two approvals
          </button>
        </form>
      } @else {
        <p class="dim">An admin decides which PCs these are.</p>
      }
    </section>
  `,
  styles: `
    .add {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 10px;
      padding: 0;
    }
  `,
  styleUrls: ['../../ui/headed-rows.css', './policy.css'],
})
export class TwoApprovals {
  private readonly api = inject(ApiClient);
  private readonly askFirst = inject(AskFirst);
  private readonly fleet = inject(FleetStore);
  private readonly session = inject(Session);
  protected readonly admin = this.session.reaches('admin');
  protected readonly typed = signal('');
  private readonly mutation = new Mutation();
  protected readonly fault = this.mutation.error;
  protected readonly tagged = computed(() => this.fleet.agents().filter(needsTwoApprovals));
  /** As many as a list for the keyboard is good for. */
  protected readonly choices = computed(() =>
    this.fleet
      .agents()
      .filter((agent) => !needsTwoApprovals(agent))
      .slice(0, 200),
  );
  protected readonly chosen = computed(() => {
    const typed = this.typed();
    const others = this.fleet.agents().filter((agent) => !needsTwoApprovals(agent));
    const named = others.filter(({ name }) => name === typed);
    // Of two PCs of one name the ID says which.
    return named.length === 1 ? named[0] : others.find(({ agent_id }) => agent_id === typed);
  });

  protected async putOn(event: Event, field: HTMLInputElement): Promise<void> {
    event.preventDefault();
    const agent = this.chosen();
    if (!agent) return;
    const tags = [...agent.tags, TWO_KEY_TAG];
    await this.change(agent, { tags });
    const tooFew = this.tooFew();
    if (tooFew !== undefined) {
      this.mutation.clear();
      const sure = await this.askFirst.ask({
        title: 'Too few people can approve',
        ...{
          name: visibleText(agent.name),
          words: tooFew,
          act: 'Require anyway',
          losesNothing: true,
        },
      });
      if (sure) await this.change(agent, { tags, allow_too_few_approvers: true });
    }
    this.typed.set('');
    field.focus();
  }

  protected async takeOff(agent: FleetAgent): Promise<void> {
    const sure = await this.askFirst.ask({
      title: 'Stop requiring two approvals?',
      name: visibleText(agent.name),
      words: 'From then on, one approval is enough for a high-risk change on this PC.',
      act: 'Remove',
    });
    if (sure) await this.change(agent, { tags: agent.tags.filter((tag) => tag !== TWO_KEY_TAG) });
  }

  /** The list follows when the fleet says so. */
  private change({ agent_id }: FleetAgent, body: PatchAgentBody): Promise<void> {
    return this.mutation.run(() => this.api.changeAgent(agent_id, body));
  }

  private tooFew(): string | undefined {
    const fault = this.fault();
    return fault ? tooFewWords(fault, this.session.me()) : undefined;
  }
}

function needsTwoApprovals({ tags }: FleetAgent): boolean {
  return tags.includes(TWO_KEY_TAG);
}
