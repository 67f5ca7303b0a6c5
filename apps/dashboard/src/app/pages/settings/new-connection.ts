import { Component, computed, inject, linkedSignal, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MatRadioButton, MatRadioGroup } from '@angular/material/radio';
import type { ConnectionClient, CreatedToken, CreateTokenBody } from '@kenny/contract/web';
import { DAY_MS, visibleText } from '@kenny/kernel';
import { PRIVATE_READS } from '../../core/facts/private-reads';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { PageClock } from '../../core/time/clock';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ClientChoice } from './client-choice';
import {
  CLIENT_WORDS,
  CONNECTION_RIGHTS,
  FIRST_CLIENT,
  type ConnectionRight,
} from './connection-words';
import { ExpiryAndPcs } from './expiry-and-pcs';
import { strangersAmong } from './only-pcs';
import { CLIENT_ACCEPTS, expiryAndPcs, LIVES } from './token-words';

/** A token for a program, and the program that it is for. */
export interface Connection {
  readonly client: ConnectionClient;
  readonly token: CreatedToken;
}

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];
const THREE_MONTHS = LIVES.findIndex(({ days }) => days === 90);

/** Which program, what it may do, on which PCs: makes its token. */
@Component({
  selector: 'kenny-new-connection',
  imports: [
    ClientChoice,
    ErrorNote,
    MatButton,
    MatCheckbox,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatRadioButton,
    MatRadioGroup,
    ExpiryAndPcs,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './new-connection.html',
  styleUrls: ['../../ui/form.css', '../../ui/cards.css', './connections.css'],
})
export class NewConnection {
  readonly made = output<Connection>();
  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly clock = inject(PageClock);
  private readonly session = inject(Session);
  protected readonly clientWords = CLIENT_WORDS;
  protected readonly privateReads = PRIVATE_READS;
  protected readonly rights = keysOf(CONNECTION_RIGHTS);
  protected readonly rightWords = CONNECTION_RIGHTS;

  protected readonly client = signal<ConnectionClient>(FIRST_CLIENT);
  protected readonly name = linkedSignal(() => CLIENT_WORDS[this.client()].name);
  protected readonly right = signal<ConnectionRight>('ask');
  protected readonly ids = signal<readonly string[]>([]);
  protected readonly life = signal(THREE_MONTHS);
  protected readonly clientAccepts = CLIENT_ACCEPTS;
  protected readonly accepts = signal(false);
  protected readonly canAccept = computed(
    () => CLIENT_WORDS[this.client()].scope === 'mcp' && this.right() === 'ask',
  );
  /** What is folded, in a line. */
  protected readonly summary = computed(() => {
    const parts = [visibleText(this.name()), expiryAndPcs(this.life(), this.ids())];
    return [...parts, ...(this.canAccept() && this.accepts() ? [CLIENT_ACCEPTS] : [])].join(' · ');
  });
  /** What is on the computer where the token is needed. */
  protected readonly there = computed(() => {
    const { bundle, name } = CLIENT_WORDS[this.client()];
    return bundle ? name : 'the program';
  });
  protected readonly creation = new Mutation();
  /** Nobody hands out what they do not have. */
  protected readonly holds = (right: ConnectionRight) =>
    CONNECTION_RIGHTS[right].classes.every((one) => this.session.holds(one));
  protected readonly complete = computed(
    () =>
      this.name().trim() !== '' &&
      this.holds(this.right()) &&
      strangersAmong(this.fleet, this.ids()).length === 0,
  );

  protected async create(event: Event): Promise<void> {
    event.preventDefault();
    const me = this.session.me();
    if (!me || !this.complete() || this.creation.busy()) return;
    const client = this.client();
    await this.creation.run(async () => {
      const token = await this.api.createToken(this.body(me.id, me.agents));
      this.made.emit({ client, token });
    });
  }

  private body(id: string, own: readonly string[] | null): CreateTokenBody {
    const agents = this.ids().length > 0 ? this.ids() : own;
    const days = LIVES[this.life()]?.days ?? null;
    return {
      operator: { id },
      name: this.name().trim(),
      scope: CLIENT_WORDS[this.client()].scope,
      classes: [...CONNECTION_RIGHTS[this.right()].classes],
      ...(this.canAccept() && this.accepts() ? { elicitation: true } : {}),
      ...(agents === null ? {} : { agents: [...agents] }),
      ...(days === null
        ? {}
        : { expires_at: new Date(this.clock.now() + days * DAY_MS).toISOString() }),
    };
  }
}
