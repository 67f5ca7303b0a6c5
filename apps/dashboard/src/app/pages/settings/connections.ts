import { Component, computed, inject, signal, viewChild } from '@angular/core';
import { TOKEN_PREFIX, type ConnectionClient } from '@kenny/contract/web';
import { ApiClient } from '../../core/http/api-client';
import { apiResource } from '../../core/http/api-resource';
import { Session } from '../../core/session/session';
import { ResourceStateNote } from '../../ui/resource-state';
import { ClientChoice } from './client-choice';
import { ConnectionList } from './connection-list';
import { ConnectionSteps } from './connection-steps';
import { CLIENT_WORDS, FIRST_CLIENT } from './connection-words';
import { ReachFirst, reachOf } from './reach';
import { NewConnection, type Connection } from './new-connection';

/** Uses kenny from another program: its lines, a token of its own, and whether it has called. */
@Component({
  selector: 'kenny-connections',
  imports: [
    ClientChoice,
    ConnectionList,
    ConnectionSteps,
    NewConnection,
    ReachFirst,
    ResourceStateNote,
  ],
  templateUrl: './connections.html',
  styleUrls: ['../../ui/form.css', '../../ui/headed-rows.css', './connections.css'],
  host: { class: 'in-order' },
})
export class Connections {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  protected readonly admin = this.session.reaches('admin');
  protected readonly server = apiResource({ loader: () => reachOf(this.api, this.admin) });
  protected readonly limited = computed(() => this.session.me()?.agents !== null);
  protected readonly clientWords = CLIENT_WORDS;
  /** Of somebody who cannot make tokens. */
  protected readonly client = signal<ConnectionClient>(FIRST_CLIENT);
  protected readonly noToken = `${TOKEN_PREFIX}…`;
  protected readonly connection = signal<Connection | null>(null);
  private readonly list = viewChild(ConnectionList);

  protected changed(connection: Connection | null): void {
    this.connection.set(connection);
    this.list()?.reload();
  }

  protected called(): void {
    this.list()?.reload();
  }
}
