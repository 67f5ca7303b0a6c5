import { Component, computed, inject, linkedSignal, model } from '@angular/core';
import { MatAutocomplete, MatAutocompleteTrigger, MatOption } from '@angular/material/autocomplete';
import { MatFormField, MatHint, MatLabel } from '@angular/material/form-field';
import { MatInput } from '@angular/material/input';
import { MINUTE_MS } from '@kenny/kernel';
import { PageClock } from '../core/time/clock';
import { timeThere } from '../core/time/relative';
import { ownTimeZone, timeZones, zoneNamed, zonesLike, zoneWords } from '../core/time/time-zones';
import { FIELD_LOOK } from './field-look';

/** More are not read through; typing narrows them. */
const MOST_SHOWN = 60;

/** A time zone out of those there are, searched by typing. It never gives one that is none. */
@Component({
  selector: 'kenny-time-zone',
  imports: [
    MatAutocomplete,
    MatAutocompleteTrigger,
    MatFormField,
    MatHint,
    MatInput,
    MatLabel,
    MatOption,
  ],
  providers: [FIELD_LOOK],
  template: `
    <mat-form-field>
      <mat-label>Time zone</mat-label>
      <input
        #field
        matInput
        required
        autocomplete="off"
        spellcheck="false"
        placeholder="Type a city"
        [matAutocomplete]="list"
        [attr.aria-invalid]="trouble() !== undefined"
        [value]="text()"
        (focus)="field.select()"
        (input)="search(field.value)"
        (blur)="settle()"
      />
      <mat-hint>
        @if (trouble(); as told) {
          <span class="bad" role="alert">{{ told }}</span>
        } @else {
          <span>{{ hint() }}</span>
        }
      </mat-hint>
      <mat-autocomplete
        #list
        [autoActiveFirstOption]="searched() !== undefined"
        [displayWith]="zoneWords"
        (optionSelected)="choose($event.option.value)"
      >
        @for (one of shown(); track one) {
          <!-- The field keeps the focus: leaving it would settle before the press has ended. -->
          <mat-option [value]="one" (mousedown)="$event.preventDefault()"
            >{{ zoneWords(one)
            }}<span class="dim">{{ one === own ? ' · this browser' : '' }}</span></mat-option
          >
        }
      </mat-autocomplete>
    </mat-form-field>
    <!-- It is what a server keeps, and nobody chose it. -->
    @if (zone() === 'UTC' && own !== 'UTC') {
      <button type="button" class="link" (click)="choose(own)">
        Use {{ zoneWords(own) }}, as this browser does
      </button>
    }
  `,
  styleUrl: './form.css',
  styles: `
    :host {
      display: grid;
    }
    .link {
      justify-self: start;
    }
  `,
})
export class TimeZoneField {
  readonly zone = model.required<string>();
  private readonly clock = inject(PageClock);
  protected readonly zoneWords = zoneWords;
  protected readonly own = ownTimeZone();
  private readonly zones = computed(() => [...new Set([...timeZones(), this.zone()])]);
  /** What is in the field; undefined while nobody searches. */
  protected readonly searched = linkedSignal<string, string | undefined>({
    source: this.zone,
    computation: () => undefined,
  });
  /** The field was left with words that name no zone, or several. */
  private readonly unclear = linkedSignal<string | undefined, boolean>({
    source: this.searched,
    computation: () => false,
  });
  protected readonly text = computed(() => this.searched() ?? zoneWords(this.zone()));
  protected readonly shown = computed(() =>
    zonesLike(this.zones(), this.searched() ?? '').slice(0, MOST_SHOWN),
  );
  private readonly minute = computed(() => Math.floor(this.clock.now() / MINUTE_MS) * MINUTE_MS);
  protected readonly hint = computed(() => {
    if (this.shown().length === 0) return 'No such time zone. Type a large city near you.';
    try {
      return `It is ${timeThere(this.zone(), this.minute())} there.`;
    } catch {
      return 'This browser does not know this time zone.';
    }
  });

  protected readonly trouble = computed(() => {
    if (!this.unclear()) return undefined;
    const stays = zoneWords(this.zone());
    return this.shown().length === 0
      ? `No such time zone, so it stays ${stays}. Type a large city near you.`
      : `Which of these? It stays ${stays} until you choose one.`;
  });

  protected search(text: string): void {
    this.searched.set(text);
  }

  protected choose(zone: string): void {
    this.zone.set(zone);
    this.searched.set(undefined);
  }

  /** What was typed counts when it is clear; else the zone stays as it was. */
  protected settle(): void {
    const searched = this.searched();
    if (searched === undefined) return;
    const named = zoneNamed(this.zones(), searched);
    if (named === undefined && searched.trim() !== '') this.unclear.set(true);
    else this.choose(named ?? this.zone());
  }
}
