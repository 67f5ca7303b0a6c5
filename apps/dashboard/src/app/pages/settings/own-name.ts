import { Component, inject, linkedSignal, viewChild, type ElementRef } from '@angular/core';
import { MatButton } from '@angular/material/button';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { FormInPlace } from '../../core/forms/form-in-place';
import { ApiClient } from '../../core/http/api-client';
import { Mutation } from '../../core/http/mutation';
import { Session } from '../../core/session/session';
import { ErrorNote } from '../../ui/error-note';
import { FIELD_LOOK } from '../../ui/field-look';

/** What the reader is called. An admin changes it here; whoever is none has to ask one. */
@Component({
  selector: 'kenny-own-name',
  imports: [ErrorNote, MatButton, MatFormField, MatHint, MatInput, MatLabel],
  providers: [FIELD_LOOK],
  template: `
    @if (form.editing()) {
      <form aria-label="Your name" (submit)="save($event)" (keydown.escape)="form.close()">
        <mat-form-field>
          <mat-label>Your name</mat-label>
          <input
            #first
            matInput
            maxlength="128"
            autocomplete="off"
            [value]="name()"
            (input)="name.set(first.value)"
          />
          <mat-hint>Shown wherever you ask or approve, and in the audit log.</mat-hint>
        </mat-form-field>
        @if (saving.error(); as fault) {
          <kenny-error [error]="fault" />
        }
        <div class="acts">
          <button type="button" matButton="text" (click)="form.close()">Cancel</button>
          <button
            type="submit"
            matButton="filled"
            [disabled]="name().trim() === '' || saving.busy()"
          >
            Save
          </button>
        </div>
      </form>
    } @else if (can) {
      <button #opener type="button" class="link" (click)="open()">Change your name…</button>
    } @else {
      <p class="dim">An admin can change your name, under People and access.</p>
    }
  `,
  styleUrl: '../../ui/form.css',
  styles: `
    :host {
      display: block;
    }
    p {
      margin: 0;
    }
    form {
      display: grid;
      gap: 12px;
      max-width: 60ch;
      margin-top: 10px;
    }
  `,
})
export class OwnName {
  private readonly api = inject(ApiClient);
  private readonly session = inject(Session);
  private readonly first = viewChild<ElementRef<HTMLElement>>('first');
  private readonly opener = viewChild<ElementRef<HTMLElement>>('opener');
  protected readonly can =
    this.session.reaches('admin') && this.session.me()?.token_id !== undefined;
  protected readonly form = new FormInPlace(this.first, this.opener);
  protected readonly saving = new Mutation();
  protected readonly name = linkedSignal(() => this.session.me()?.name ?? '');

  protected open(): void {
    this.name.set(this.session.me()?.name ?? '');
    this.saving.clear();
    this.form.open();
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    const [token, operator_name] = [this.session.me()?.token_id, this.name().trim()];
    if (token === undefined || operator_name === '' || this.saving.busy()) return;
    await this.saving.run(async () => {
      await this.api.changePerson(token, { operator_name });
      await this.session.check();
    });
    if (this.saving.error() === null) this.form.close();
  }
}
