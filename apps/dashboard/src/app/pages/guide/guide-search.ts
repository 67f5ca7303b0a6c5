import { NgTemplateOutlet } from '@angular/common';
import { Component, computed, input, model } from '@angular/core';
import { MatFormField, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { RouterLink } from '@angular/router';
import { apiResource } from '../../core/http/api-resource';
import { FIELD_LOOK } from '../../ui/field-look';
import { ResourceStateNote } from '../../ui/resource-state';
import { findGuides, namesIn } from './find-guides';
import { loadGuide } from './guide-file';

/** Finds guides by their titles and by what is written in them. */
@Component({
  selector: 'kenny-guide-search',
  imports: [MatFormField, MatInput, MatLabel, NgTemplateOutlet, ResourceStateNote, RouterLink],
  providers: [FIELD_LOOK],
  template: `
    <mat-form-field>
      <mat-label>Search the guides</mat-label>
      <input
        #field
        matInput
        type="search"
        autocomplete="off"
        [value]="words()"
        (input)="words.set(field.value)"
      />
    </mat-form-field>
    @if (words().trim() !== '') {
      <kenny-resource-state [of]="guides" loading="Searching…" />
      @if (guides.ready()) {
        <p class="dim" role="status">{{ countWords() }}</p>
        <ng-container [ngTemplateOutlet]="rows" [ngTemplateOutletContext]="{ of: forPeople() }" />
        @if (forDevelopers(); as some) {
          <h2>For developers</h2>
          <ng-container [ngTemplateOutlet]="rows" [ngTemplateOutletContext]="{ of: some }" />
        }
      }
    }
    <ng-template #rows let-some="of">
      <ul>
        @for (one of some; track one.page) {
          <li>
            <a [routerLink]="one.page" [fragment]="one.fragment">{{ one.title }}</a>
            <p class="dim">{{ one.says }}</p>
          </li>
        }
      </ul>
    </ng-template>
  `,
  styles: `
    :host {
      display: block;
      margin: 4px 0 12px;
    }
    mat-form-field {
      width: min(100%, 420px);
    }
    ul {
      margin: 8px 0 0;
      padding: 0;
      list-style: none;
    }
    h2 {
      margin: 28px 0 0;
      font-size: 20px;
    }
    li {
      padding: 8px 0;
      border-top: 1px solid var(--line);
    }
    p {
      margin: 4px 0 0;
      overflow-wrap: anywhere;
    }
  `,
})
export class GuideSearch {
  /** The text that lists all guides. */
  readonly list = input.required<string>();
  readonly words = model('');
  private readonly wanted = computed(() => (this.words().trim() === '' ? undefined : this.list()));
  protected readonly guides = apiResource({
    params: () => this.wanted(),
    loader: (list) =>
      Promise.all(
        namesIn(list).map(async (one) => ({ ...one, text: (await loadGuide(one.name)) ?? '' })),
      ),
  });
  private readonly found = computed(() => findGuides(this.guides.value() ?? [], this.words()));
  protected readonly forPeople = computed(() => this.found().filter((one) => !one.forDevelopers));
  protected readonly forDevelopers = computed(() => {
    const some = this.found().filter((one) => one.forDevelopers);
    return some.length > 0 ? some : null;
  });
  protected readonly countWords = computed(() => {
    const { length } = this.found();
    if (length === 0) return 'No guide has these words. Try fewer, or others.';
    return length === 1 ? '1 guide' : `${length} guides`;
  });
}
