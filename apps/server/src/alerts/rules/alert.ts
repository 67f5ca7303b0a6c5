import type { AlertKind, AlertSeverity } from '@kenny/contract';

/** Which PC it is about. */
export interface AlertSubject {
  readonly agent_uid: string;
  readonly agent_id: string;
}

/** What a rule wants told; its words are plain text that channels escape, each in its own way. */
export interface NewAlert {
  readonly kind: AlertKind;
  readonly severity: AlertSeverity;
  /** It ends what was told before: nobody is woken for it. */
  readonly ends: boolean;
  readonly subject: AlertSubject | null;
  readonly title: string;
  readonly text: string;
  /** A page of the dashboard. */
  readonly page: string;
  /** Hours without contact that were passed, for whoever chose one of them. */
  readonly hours?: { readonly above: number; readonly upTo: number };
  /** Only there; everywhere without it. */
  readonly to?: 'browsers' | 'channels';
  /** Its own id, where it is told in two steps. */
  readonly id?: string;
}

/** What a rule remembers, and when it wants to be asked again. */
export interface Remembered<S> {
  readonly state: S;
  readonly due_at: number | null;
}

/** What became of a fact: null forgets. */
export interface Step<S, T> {
  readonly next: Remembered<S> | null;
  readonly told?: T;
}
