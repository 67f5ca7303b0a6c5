/** Set before a command, in shells and by env(1). */
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+/;
/** Windows starts `C:\Program Files\a b.exe -x` as somebody means it who did not quote. */
const WINDOWS_PROGRAM = /^[^"]*?\.(?:exe|com|bat|cmd|vbs|js|ps1|msc|scr|lnk)(?=\s|$)/i;
const QUOTED = /^"([^"]*)"|^'([^']*)'/;

/**
 * The program of a command line, as it is written there. Arguments and variables may hold
 * passwords, and whoever may look at a PC would see them.
 * @returns null when no program can be told
 */
export function programOf(command: string): string | null {
  let rest = command.trim();
  for (let set = ASSIGNMENT.exec(rest); set; set = ASSIGNMENT.exec(rest)) {
    rest = rest.slice(set[0].length);
  }
  const quoted = QUOTED.exec(rest);
  const program =
    quoted?.[1] ??
    quoted?.[2] ??
    WINDOWS_PROGRAM.exec(rest)?.[0] ??
    /^[^\s;|&<>()]+/.exec(rest)?.[0];
  // An assignment that nothing follows, or a quote that never closes, names no program.
  return program === undefined || program === '' || /["'=]/.test(program)
    ? null
    : program.slice(0, 1024);
}
