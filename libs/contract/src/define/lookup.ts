/** Where a value that nobody knows by heart is found: in the answer of a tool that reads. */
export interface Lookup {
  /** What people look for. */
  readonly label: string;
  /** Its name. */
  readonly tool: string;
  /** The list in its result. */
  readonly list: string;
  /** The field of a row that is the value. */
  readonly value: string;
  /** The fields by which people know a row, its name first. */
  readonly shows: readonly string[];
  /** The argument that takes what somebody searches for; without it the whole list is given. */
  readonly query?: string;
  /** A field that only rows to choose from have. */
  readonly has?: string;
}
