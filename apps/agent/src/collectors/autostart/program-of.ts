/** Set before a command, in shells and by env(1). */
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=(?:"[^"]*"|'[^']*'|[^\s"'])*\s+/;
/** Windows runs an unquoted `C:\Program Files\a b.exe -x` as if it were quoted. */
const WINDOWS_PROGRAM = /^[^"]*?\.(?:exe|com|bat|cmd|vbs|js|ps1|msc|scr|lnk)(?=\s|$)/i;
const QUOTED = /^"([^"]*)"|^'([^']*)'/;

/**
 * The program in a command line, as written there. Arguments and variables may hold passwords,
 * which everybody who can view the PC would see.
 * @returns null when there is no recognisable program
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
  // An assignment without a command, or an open quote, names no program.
  return program === undefined || program === '' || /["'=]/.test(program)
    ? null
    : program.slice(0, 1024);
}
