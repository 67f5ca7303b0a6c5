/** One `@reboot` line of a crontab(5). */
export interface RebootJob {
  user: string | undefined;
  command: string;
}

/**
 * The jobs that start with the system. `system` crontabs (/etc/crontab, /etc/cron.d) name the user
 * before the command, those of users do not.
 */
export function parseRebootJobs(text: string, kind: 'system' | 'user'): RebootJob[] {
  return text.split('\n').flatMap((line) => {
    const [, rest] = /^\s*@reboot\s+(\S.*)$/.exec(line) ?? [];
    if (rest === undefined) return [];
    if (kind === 'user') return [{ user: undefined, command: rest.trim() }];
    const [, user, command] = /^(\S{1,64})\s+(\S.*)$/.exec(rest) ?? [];
    return command === undefined ? [] : [{ user, command: command.trim() }];
  });
}
