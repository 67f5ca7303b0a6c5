type Shape = new () => object;

export interface ActionDefinition {
  /** Closed: a key that is not listed is refused. */
  payload: Shape;
  answer: Shape;
  /** The least scope that may ask, as over HTTP. */
  audience: 'viewer' | 'operator' | 'admin';
  purpose: string;
}

export interface EventDefinition {
  payload: Shape;
  purpose: string;
}
