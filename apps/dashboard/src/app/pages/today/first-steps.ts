import { Component, computed, inject } from '@angular/core';
import { MatIconButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { isThisComputersAddress, type ServerFacts } from '@kenny/contract/web';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { keptChoice } from '../../core/preferences/kept-choice';
import { Session } from '../../core/session/session';
import { Icon } from '../../ui/icon';

interface Step {
  readonly name: string;
  readonly path: string;
  readonly why: string;
  readonly done: boolean;
}

/** What makes kenny useful while nobody looks at it, until all of it is done or somebody dismisses it. */
@Component({
  selector: 'kenny-first-steps',
  imports: [Icon, MatIconButton, RouterLink],
  template: `
    @if (asks() && found.busy() && found.value() === undefined) {
      <span class="later"></span>
    } @else if (asks() && open()) {
      <section class="panel" aria-labelledby="first-steps">
        <div>
          <h2 id="first-steps">{{ title }}</h2>
          <button
            type="button"
            matIconButton
            [attr.aria-label]="'Dismiss: ' + title"
            (click)="hint.choose('dismissed')"
          >
            <kenny-icon name="close" />
          </button>
        </div>
        <ul>
          @for (step of steps(); track step.name) {
            <li [class.done]="step.done">
              <span class="sign">
                @if (step.done) {
                  <kenny-icon name="check" />
                }
              </span>
              @if (step.done) {
                <span>{{ step.name }}<span class="unseen">: done</span></span>
              } @else {
                <span class="words">
                  <a [routerLink]="step.path">{{ step.name }}</a>
                  <span class="dim">{{ step.why }}</span>
                </span>
              }
            </li>
          }
        </ul>
      </section>
    }
  `,
  styles: `
    :host {
      display: block;
    }
    section {
      margin: 14px 0 0;
      padding: 4px 4px 10px 14px;
    }
    div {
      display: flex;
      align-items: center;
      justify-content: space-between;
    }
    h2 {
      margin: 0;
      font-size: 14px;
    }
    ul {
      list-style: none;
      display: grid;
      gap: 8px;
      margin: 0;
      padding: 0 10px 0 0;
    }
    li {
      display: flex;
      gap: 10px;
    }
    .sign {
      display: grid;
      place-items: center;
      flex: none;
      width: 20px;
      height: 20px;
      border: 1px solid var(--line);
      border-radius: 50%;
    }
    .words {
      display: flex;
      flex-wrap: wrap;
      gap: 0 12px;
    }
    .done {
      color: var(--ink-2);
    }
    .done .sign {
      border-color: transparent;
      color: var(--ok);
    }
  `,
})
export class FirstSteps {
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly session = inject(Session);
  protected readonly title = 'Set up kenny';
  /** For this browser; by the name of what alone it told once. */
  protected readonly hint = keptChoice('kenny.alerts_hint', ['shown', 'dismissed'], 'shown');
  /** A viewer has no alerts. */
  protected readonly asks = computed(
    () => this.session.reaches('operator') && this.hint.choice() === 'shown',
  );
  protected readonly found = apiResource({
    params: () => this.asks() || undefined,
    loader: async () => {
      const [facts, { channels }, { items }] = await Promise.all([
        this.api.server(),
        this.api.alertChoices(),
        this.api.pushBrowsers(),
      ]);
      return { facts, told: channels.length > 0 || items.length > 0 };
    },
  });
  /** None while it is not known; who is no admin can take the last one alone. */
  protected readonly steps = computed<readonly Step[]>(() => {
    const found = this.found.value();
    if (!found || isDemo(found.facts)) return [];
    const alerts: Step = {
      ...{ name: 'Set up alerts', path: '/settings/alerts', done: found.told },
      why: 'Hear of a request, or of a PC in trouble, while no page of kenny is open.',
    };
    return this.session.reaches('admin') ? [...this.ofServer(found.facts), alerts] : [alerts];
  });
  protected readonly open = computed(() => this.steps().some(({ done }) => !done));

  private ofServer({ public_url, runs_as }: ServerFacts): readonly Step[] {
    return [
      {
        ...{ name: 'Add another PC', path: '/settings/add', done: this.fleet.size() > 1 },
        why: 'In your house, or at somebody else’s.',
      },
      {
        ...{ name: 'Let kenny start with its computer', path: '/guides/keep-running' },
        why: 'Now it ends when the window in which you typed npm start is closed.',
        done: runs_as !== 'npm-start',
      },
      {
        ...{ name: 'Reach kenny from your phone', path: '/settings/devices' },
        why: 'Now it opens on its own computer only.',
        done: !isThisComputersAddress(public_url),
      },
    ];
  }
}

const isDemo = ({ state }: Pick<ServerFacts, 'state'>): boolean =>
  state.conditions.some(({ kind }) => kind === 'demo');
