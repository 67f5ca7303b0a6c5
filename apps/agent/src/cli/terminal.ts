/** What a command may use of the terminal and the process; specs bring their own. */
export interface Terminal {
  /** One line to standard output. */
  print(line: string): void;
  /** One line to standard error. */
  complain(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Fires when the process is asked to end. */
  readonly stopping: AbortSignal;
}

/** Aligned lines of names and values. */
export function printTable(terminal: Terminal, rows: readonly (readonly [string, string])[]): void {
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, value] of rows) terminal.print(`${name.padEnd(width)}  ${value}`);
}
