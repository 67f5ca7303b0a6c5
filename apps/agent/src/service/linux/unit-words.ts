/** What a unit may hold as it is; everything else is quoted (systemd.syntax(7), systemd.service(5)). */
const PLAIN = /^[A-Za-z0-9_@+,./:=-]+$/;

/**
 * A command of a unit. `%` begins a specifier everywhere and `$` a variable in all words but the
 * first, which names the program and is taken as it stands.
 */
export function unitCommand(program: string, args: readonly string[]): string {
  return [unitWord(program), ...args.map((arg) => unitWord(arg.replaceAll('$', '$$$$')))].join(' ');
}

/** A value of a unit that is one word, as in `Environment=`. */
export function unitWord(text: string): string {
  if (PLAIN.test(text)) return text;
  const escaped = text.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%');
  return `"${escaped.replaceAll('\n', '\\n')}"`;
}
