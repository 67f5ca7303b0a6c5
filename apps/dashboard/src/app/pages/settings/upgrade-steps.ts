import { Component, computed, input, linkedSignal } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { RunKind, UpdatesView } from '@kenny/contract/web';
import { CopyButton } from '../../ui/copy-button';
import { RunKindChoice } from './run-kind-choice';

interface Way {
  /** Where the command is typed is said before it. */
  readonly first: string;
  readonly command: (server: Pick<UpdatesView, 'public_url'>) => string;
}

/** The guides have the same commands. */
const WAYS: Readonly<Record<RunKind, Way>> = {
  'npm-start': {
    first: 'On kenny’s computer, go to the terminal in which kenny runs and press Ctrl+C.',
    command: () => 'git pull && npm ci && npm start',
  },
  autostart: {
    first: 'Open a terminal on kenny’s computer, in kenny’s folder.',
    command: () => 'sudo systemctl stop kenny && git pull && npm ci && npm run autostart',
  },
  service: {
    first: 'Open a terminal on kenny’s computer.',
    command: () =>
      'sudo systemctl stop kenny && cd /opt/kenny && sudo git pull && sudo npm ci && ' +
      'sudo npm run build && sudo systemctl start kenny',
  },
  container: {
    first: 'Open a terminal on kenny’s computer, in the folder with kenny’s sources.',
    command: ({ public_url }) =>
      `git pull && KENNY_PUBLIC_URL=${public_url} docker compose up --detach --build`,
  },
};

/** How this server gets a newer version: steps, and the one command for the way it is run. */
@Component({
  selector: 'kenny-upgrade-steps',
  imports: [CopyButton, RouterLink, RunKindChoice],
  template: `
    @if (server().runs_as === null) {
      <p>How do you start kenny?</p>
      <kenny-run-kind-choice [(kind)]="kind" />
    }
    <ol>
      <li>{{ way().first }}</li>
      <li>
        Run this there. It takes a few minutes.
        <p class="command">
          <code class="line">{{ command() }}</code>
          <kenny-copy [text]="command()" what="the command" />
        </p>
      </li>
      <li>Reload this page. It shows the new version, and then what to do for your PCs.</li>
    </ol>
    <p class="dim">
      Meanwhile your PCs go on working; kenny hears nothing from them and runs no task. They connect
      again by themselves. kenny makes a backup before a new version changes its data. If you start
      it with options or variables of your own, add them again.
      <a routerLink="/guides/update-agents" fragment="update-the-server">More about updates</a>
    </p>
  `,
  styleUrls: ['../../ui/form.css', './rows.css', './enrolling.css'],
  styles: `
    :host {
      display: block;
    }
    p {
      margin: 0;
    }
    ol {
      display: grid;
      gap: 8px;
      margin: 4px 0 10px;
      padding-left: 22px;
    }
    .command {
      margin-top: 4px;
    }
  `,
})
export class UpgradeSteps {
  readonly server = input.required<Pick<UpdatesView, 'runs_as' | 'public_url'>>();
  /** As the server was told, else as somebody says here. */
  protected readonly kind = linkedSignal<RunKind>(() => this.server().runs_as ?? 'npm-start');
  protected readonly way = computed(() => WAYS[this.kind()]);
  protected readonly command = computed(() => this.way().command(this.server()));
}
