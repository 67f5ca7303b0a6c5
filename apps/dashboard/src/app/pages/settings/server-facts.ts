import { Component, computed, inject } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { RouterLink } from '@angular/router';
import { OS_TITLES, type RunKind } from '@kenny/contract/web';
import { quantity } from '../../core/facts/quantity';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { CopyButton } from '../../ui/copy-button';
import { RelativeTime } from '../../ui/relative-time';
import { ResourceStateNote } from '../../ui/resource-state';
import { UntrustedText } from '../../ui/untrusted-text';
import { NewerVersionNote } from './newer-version';
import { ServerState } from './server-state';

const RUN_WORDS: Readonly<Record<RunKind, string>> = {
  'npm-start': 'Until its window is closed.',
  autostart: 'Starts with its computer.',
  service: 'Starts with its computer.',
  container: 'In a container.',
};
const DATABASE_WORDS = { sqlite: 'SQLite, one file', postgres: 'PostgreSQL' } as const;

/** What this server is: for whoever adds a PC, compares a key, or asks for help. */
@Component({
  selector: 'kenny-server-facts',
  imports: [
    CopyButton,
    MatButton,
    NewerVersionNote,
    RelativeTime,
    ResourceStateNote,
    RouterLink,
    ServerState,
    UntrustedText,
  ],
  templateUrl: './server-facts.html',
  styleUrls: ['../../ui/headed-rows.css', './server-facts.css'],
})
export class ServerFactsPanel {
  private readonly api = inject(ApiClient);
  readonly facts = apiResource({ loader: () => this.api.server() });
  protected readonly quantity = quantity;
  protected readonly osWords = OS_TITLES;
  protected readonly runs = computed(() => {
    const kind = this.facts.value()?.runs_as ?? null;
    return kind === null ? null : RUN_WORDS[kind];
  });
  protected readonly database = computed(() => {
    const facts = this.facts.value();
    return facts ? DATABASE_WORDS[facts.database] : '';
  });
  protected readonly counts = computed(() => {
    const counts = this.facts.value()?.counts;
    if (!counts) return '';
    const { pcs, online, rules, audit_rows } = counts;
    return [
      `${pcs} ${pcs === 1 ? 'PC' : 'PCs'} (${online} online)`,
      rules === 0 ? 'no custom rules' : `${rules} custom ${rules === 1 ? 'rule' : 'rules'}`,
      `${quantity(audit_rows, 'count')} log entries`,
    ].join(', ');
  });
}
