import { Component, computed, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import {
  NOT_PRIVATE,
  SCOPES,
  TOOL_CLASSES,
  type CreatedToken,
  type CreateTokenBody,
  type OperatorView,
  type Scope,
  type ToolClass,
} from '@kenny/contract/web';
import { DAY_MS, visibleText } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { PageClock } from '../../core/time/clock';
import { absoluteTime } from '../../core/time/relative';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { ExpiryAndPcs } from './expiry-and-pcs';
import { strangersAmong } from './only-pcs';
import { nameIn, newPerson, personNamed } from './token-person';
import { CLASS_WORDS, expiryAndPcs, LIVES, rightsOf, SCOPE_WORDS } from './token-words';

/** Makes a token: for whom, for what, on which PCs, for how long. */
@Component({
  selector: 'kenny-new-token',
  imports: [
    ErrorNote,
    ExpiryAndPcs,
    MatButton,
    MatCheckbox,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    RouterLink,
  ],
  providers: [FIELD_LOOK],
  templateUrl: './new-token.html',
  styleUrls: ['../../ui/form.css', './new-token.css'],
})
export class NewToken {
  readonly operators = input.required<readonly OperatorView[]>();
  readonly made = output<CreatedToken>();
  readonly left = output<void>();

  private readonly api = inject(ApiClient);
  private readonly fleet = inject(FleetStore);
  private readonly clock = inject(PageClock);
  protected readonly scopes = Object.entries(SCOPE_WORDS);
  protected readonly allClasses = TOOL_CLASSES;
  protected readonly classWords = CLASS_WORDS;

  protected readonly person = signal('');
  protected readonly nameIn = nameIn;
  protected readonly name = signal('');
  /** The least, until somebody says more. */
  protected readonly scope = signal<Scope>('viewer');
  protected readonly classes = signal(NOT_PRIVATE);
  protected readonly decide = signal(false);
  protected readonly ids = signal<readonly string[]>([]);
  protected readonly life = signal<number>(2);
  protected readonly creation = new Mutation();

  private readonly known = computed(() => personNamed(this.operators(), this.person()));
  protected readonly personWords = computed(() => {
    const known = this.known();
    if (known) return `${visibleText(known.name)}, who already has access.`;
    return this.person().trim() === ''
      ? 'Who is responsible for it.'
      : 'A new person. This name is shown in the audit log.';
  });
  protected readonly mayDecide = computed(() => ['operator', 'admin'].includes(this.scope()));
  protected readonly pcsFit = computed(() => strangersAmong(this.fleet, this.ids()).length === 0);
  protected readonly expiresAt = computed(() => {
    const days = LIVES[this.life()]?.days ?? null;
    return days === null ? null : this.clock.now() + days * DAY_MS;
  });
  /** Why it cannot be made yet. */
  protected readonly missing = computed(() => {
    if (this.person().trim() === '') return 'Write who is responsible for it.';
    if (this.name().trim() === '') return 'Give the token a name.';
    if (this.classes().length === 0) return 'Choose what it may do.';
    return this.pcsFit() ? '' : 'Choose only PCs that are in the fleet.';
  });
  protected readonly summary = computed(() => expiryAndPcs(this.life(), this.ids()));
  protected readonly words = computed(() => {
    const [scope, classes] = [this.scope(), this.classes()];
    const rights = rightsOf({
      ...{ scope, classes },
      decide: this.decide() && this.mayDecide(),
      elicitation: false,
    });
    const ids = this.ids();
    const names = ids.map((id) => visibleText(this.fleet.nameOf(id)));
    const where = ids.length === 0 ? 'all PCs' : `only ${names.join(', ')}`;
    const end = this.expiresAt();
    return `${rights} · ${where} · ${end === null ? 'never expires' : `until ${absoluteTime(end)}`}`;
  });

  protected chooseScope(value: string): void {
    const scope = SCOPES.find((one) => one === value);
    if (!scope) return;
    this.scope.set(scope);
    this.classes.set(NOT_PRIVATE);
  }

  protected toggleClass(name: ToolClass, on: boolean): void {
    this.classes.update((all) =>
      TOOL_CLASSES.filter((one) => (one === name ? on : all.includes(one))),
    );
  }

  protected async create(event: Event): Promise<void> {
    event.preventDefault();
    if (this.missing() !== '' || this.creation.busy()) return;
    await this.creation.run(async () => this.made.emit(await this.api.createToken(this.body())));
  }

  private body(): CreateTokenBody {
    const known = this.known();
    const end = this.expiresAt();
    const ids = this.ids();
    return {
      operator: known ? { id: known.id } : newPerson(this.operators(), this.person()),
      name: this.name().trim(),
      scope: this.scope(),
      classes: [...this.classes()],
      ...(this.mayDecide() ? { decide: this.decide() } : {}),
      ...(ids.length > 0 ? { agents: [...ids] } : {}),
      ...(end === null ? {} : { expires_at: new Date(end).toISOString() }),
    };
  }
}
