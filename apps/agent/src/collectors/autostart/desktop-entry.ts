/** What we use of a `.desktop` file (Desktop Entry and Autostart Specification of freedesktop.org). */
export interface DesktopEntry {
  name: string | undefined;
  command: string | undefined;
  enabled: boolean;
}

/** Reads the group `[Desktop Entry]` only; other groups are actions of the program. */
export function parseDesktopEntry(text: string): DesktopEntry {
  const values = new Map<string, string>();
  let inside = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('[')) {
      if (inside) break;
      inside = line.trim() === '[Desktop Entry]';
      continue;
    }
    const [, key, value] = /^([A-Za-z0-9-]{1,100})\s*=\s*(.*)$/.exec(line) ?? [];
    if (inside && key !== undefined && value !== undefined) values.set(key, value.trim());
  }
  return {
    name: values.get('Name') || undefined,
    command: values.get('Exec') || undefined,
    enabled: values.get('Hidden') !== 'true' && values.get('X-GNOME-Autostart-enabled') !== 'false',
  };
}
