import { Component, computed, inject, input, output, signal } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatCheckbox } from '@angular/material/checkbox';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import {
  OPERATOR_ID_PATTERN,
  SCOPES,
  TOOL_CLASSES,
  type CreatedToken,
  type CreateTokenBody,
  type OperatorView,
  type Scope,
  type ToolClass,
} from '@kenny/contract/web';
import { DAY_MS } from '@kenny/kernel';
import { FleetStore } from '../../core/fleet/fleet-store';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { PageClock } from '../../core/time/clock';
import { absoluteTime } from '../../core/time/relative';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';
import { OnlyPcs, strangersAmong } from './only-pcs';
import { CLASS_WORDS, LIVES, rightsOf, scopeWords } from './token-words';

const OPERATOR_ID = new RegExp(OPERATOR_ID_PATTERN, 'u');
/** Scopes of programs: by default they get no sensitive reads. */
const MACHINES: readonly Scope[] = ['mcp', 'task'];

/** Makes a token: for whom, for what, on which PCs, for how long. */
@Component({
  selector: 'kenny-new-token',
  imports: [ErrorNote, MatButton, MatCheckbox, MatFormField, MatHint, MatInput, MatLabel, OnlyPcs],
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
  protected readonly scopes = SCOPES;
  protected readonly scopeWords = scopeWords;
  protected readonly allClasses = TOOL_CLASSES;
  protected readonly classWords = CLASS_WORDS;
  protected readonly lives = LIVES;

  protected readonly operator = signal('');
  protected readonly operatorName = signal('');
  protected readonly name = signal('');
  protected readonly scope = signal<Scope>('operator');
  protected readonly classes = signal<readonly ToolClass[]>(TOOL_CLASSES);
  protected readonly decide = signal(false);
  protected readonly elicitation = signal(false);
  protected readonly ids = signal<readonly string[]>([]);
  protected readonly life = signal<number>(2);
  protected readonly creation = new Mutation();

  protected readonly isNew = computed(
    () => !this.operators().some(({ id }) => id === this.operator()),
  );
  protected readonly operatorFits = computed(() => OPERATOR_ID.test(this.operator()));
  protected readonly mayDecide = computed(() => ['operator', 'admin'].includes(this.scope()));
  protected readonly forMachine = computed(() => this.scope() === 'mcp');
  private readonly known = computed(() => strangersAmong(this.fleet, this.ids()).length === 0);
  protected readonly expiresAt = computed(() => {
    const days = LIVES[this.life()]?.days ?? null;
    return days === null ? null : this.clock.now() + days * DAY_MS;
  });
  protected readonly complete = computed(
    () =>
      this.operatorFits() && this.name().trim() !== '' && this.classes().length > 0 && this.known(),
  );
  protected readonly words = computed(() => {
    const [scope, classes] = [this.scope(), this.classes()];
    const rights = rightsOf({
      ...{ scope, classes },
      decide: this.decide() && this.mayDecide(),
      elicitation: this.elicitation() && this.forMachine(),
    });
    const ids = this.ids();
    const where = ids.length === 0 ? 'all PCs' : `only ${ids.join(', ')}`;
    const end = this.expiresAt();
    return `${rights} · ${where} · ${end === null ? 'never expires' : `until ${absoluteTime(end)}`}`;
  });

  protected chooseScope(value: string): void {
    const scope = SCOPES.find((one) => one === value);
    if (!scope) return;
    this.scope.set(scope);
    this.classes.set(MACHINES.includes(scope) ? ['read', 'change'] : TOOL_CLASSES);
  }

  protected toggleClass(name: ToolClass, on: boolean): void {
    this.classes.update((all) =>
      TOOL_CLASSES.filter((one) => (one === name ? on : all.includes(one))),
    );
  }

  protected async create(event: Event): Promise<void> {
    event.preventDefault();
    if (!this.complete() || this.creation.busy()) return;
    await this.creation.run(async () => this.made.emit(await this.api.createToken(this.body())));
  }

  private body(): CreateTokenBody {
    const name = this.operatorName().trim();
    const end = this.expiresAt();
    const ids = this.ids();
    return {
      operator: { id: this.operator(), ...(this.isNew() && name !== '' ? { name } : {}) },
      name: this.name().trim(),
      scope: this.scope(),
      classes: [...this.classes()],
      ...(this.mayDecide() ? { decide: this.decide() } : {}),
      ...(this.forMachine() ? { elicitation: this.elicitation() } : {}),
      ...(ids.length > 0 ? { agents: [...ids] } : {}),
      ...(end === null ? {} : { expires_at: new Date(end).toISOString() }),
    };
  }
}
