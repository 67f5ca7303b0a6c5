export interface Noun {
  readonly path: string;
  readonly name: string;
  /** A path in a box of 16 by 16, drawn as lines. */
  readonly icon: string;
}

/** The rail, in its order. */
export const NOUNS: readonly Noun[] = [
  { path: '/fleet', name: 'Fleet', icon: 'M2 3h12v4H2zM2 9h12v4H2zM4.5 5h.01M4.5 11h.01' },
  { path: '/approvals', name: 'Approvals', icon: 'M2.5 8.5l3.5 3.5 7.5-8' },
  {
    path: '/tasks',
    name: 'Tasks',
    icon: 'M2 4l1 1 2-2M2 8.5l1 1 2-2M2 13l1 1 2-2M8 4h6M8 8.5h6M8 13h6',
  },
];
