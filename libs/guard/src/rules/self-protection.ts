import {
  AGENT_FILES,
  CONTROL_FILE,
  PRIVATE_MARKER,
  SERVER_FILES,
  SERVICE_NAME,
} from '@kenny/contract/agent';
import {
  ARGUMENTS,
  COMMAND,
  END,
  GAP,
  LINE,
  any,
  command,
  escape,
  oneOf,
  re,
  rules,
  type Rule,
} from './pattern.js';

/**
 * What keeps the agent itself alive and honest, on every system: its service, process, program,
 * unit files, registry key, kill switch, keys. Made from contract's constants, so that they cannot
 * drift apart (seed 001).
 */

/** The name, or a beginning of it with a wildcard: `kenny*`. */
function wildcarded(name: string): string {
  const [first = '', ...rest] = name;
  const tail = rest.reduceRight((inner, letter) => re`(?:\*|${escape(letter)}${inner})`, '');
  return `${escape(first)}${tail}`;
}

/** Three letters or more: `enn`, `enny`, `enny-agent`. */
function partFrom(name: string): string | undefined {
  if (name.length < 3) return undefined;
  const tail = [...name.slice(3)].reduceRight(
    (inner, letter) => re`(?:${escape(letter)}${inner})?`,
    '',
  );
  return escape(name.slice(0, 3)) + tail;
}

const NAME = escape(SERVICE_NAME);
const STEM = escape(SERVICE_NAME.split('-')[0] ?? SERVICE_NAME);
/** Parts of the name that are long enough to mean it. */
const PART = any(...[...SERVICE_NAME].flatMap((_, at) => partFrom(SERVICE_NAME.slice(at)) ?? []));
/** The service as an argument; also by wildcard, as a unit, as a program. */
const SERVICE = re`(?:\*?${wildcarded(SERVICE_NAME)}(?:\.service|\.exe)?\*?|[*?.]+${PART}[*?.]*|${PART}[*?]+)`;
/** The agent as the parent of what it runs. */
const PARENT = re`(?:\$\{?ppid|getppid|process\.ppid|parentprocessid|\.parent(?:[^a-z]|$)|-o[ \t]+ppid|\$ppid)`;
/** Files that nothing but the agent, or the person at the PC, may change. */
const STATE_FILE = any(
  ...[CONTROL_FILE, AGENT_FILES.lastControl, AGENT_FILES.policy, AGENT_FILES.journal].map(escape),
  ...[AGENT_FILES.enrolment, AGENT_FILES.lock, AGENT_FILES.config, PRIVATE_MARKER].map(escape),
  ...[SERVER_FILES.database, SERVER_FILES.auditCheckpoints, SERVER_FILES.auditSpool].map(escape),
  ...[SERVER_FILES.oldAuditSpool, SERVER_FILES.auditGap].map(escape),
);
const KEY_FILE = any(escape(AGENT_FILES.key), escape(SERVER_FILES.key));
/** Folders of the service, and what it is started from. */
const STEMS = re`${wildcarded(SERVICE_NAME.split('-')[0] ?? SERVICE_NAME)}[a-z*?-]*`;
const FOLDER = any(
  re`[\\/]programdata[\\/]${STEMS}`,
  re`[\\/]program_files(?:__x86_)?[\\/]${STEMS}`,
  re`/(?:var/lib|etc|opt|run|var/log|usr/lib|usr/share|usr/local/lib)/${STEMS}`,
);
/** Where the agent and the server keep what they have to remember. */
const STATE_FOLDER = any(re`[\\/]programdata[\\/]${STEMS}`, re`/var/lib/${STEMS}`);
const PROGRAM = re`${NAME}(?:\.updater|\.new|\.old)?(?:\.exe|\.service|\.timer|\.socket|\.plist|\.mjs|\.cjs|\.js)?(?:\.d)?`;
const REMOVE = `rm unlink shred srm mv truncate rmdir rd del erase remove-item ri move-item mi move ren rename-item rni
  clear-content clc chmod chown chattr setfacl icacls cacls takeown attrib`;
const WRITE = `${REMOVE} tee cp install ln dd touch rsync set-content sc add-content ac out-file new-item ni copy-item
  copy cpi xcopy robocopy sqlite3 sed perl set-acl rsync mklink fsutil`;
const STOP_VERB =
  oneOf(`stop disable mask kill restart try-restart reload-or-restart condrestart revert edit
  set-property freeze link clean reenable preset`);

export const SELF_PROTECTION_RULES: readonly Rule[] = rules('self_protection', [
  [
    'self_service_windows',
    "stops, changes or removes kenny's service",
    [
      `${command('sc net net1')}${ARGUMENTS}(?:stop|delete|config|pause|sdset|failure|failureflag|control|triggerinfo|privs|sidtype)${ARGUMENTS}${SERVICE}${END}`,
      `${command('stop-service spsv suspend-service remove-service restart-service set-service')}${ARGUMENTS}${SERVICE}${END}`,
      re`${command('get-service gsv')}[ \t](?:${LINE}[ \t])?${SERVICE}[ \t]${LINE}\|[ \t]*(?:stop-service|spsv|suspend-service|remove-service|restart-service|set-service)${END}`,
      re`${command('get-service gsv')}[ \t]${LINE}-[ci]?match[ \t]+[^\s;|&({]*${PART}${LINE}\|[ \t]*(?:stop-service|spsv|suspend-service|remove-service|restart-service|set-service)${END}`,
      re`win32_service${LINE}${NAME}${LINE}(?:stopservice|pauseservice|delete|change)`,
      re`${command('wmic')}[ \t]${GAP}service${LINE}${NAME}${LINE}(?:stopservice|pauseservice|delete|change)`,
      re`${command('nssm')}[ \t]+(?:stop|remove|set|reset|edit|pause|restart|rotate|install)[ \t]+${SERVICE}${END}`,
      re`${COMMAND}[^\n]*servicecontroller[^\n]*${NAME}[^\n]*(?:stop|pause)`,
    ],
  ],
  [
    'self_registry',
    "changes kenny's own entries in the registry",
    [
      re`${command('reg')}[ \t]+(?:add|delete|copy|import|restore|unload)[ \t]${GAP}services[\\/]${SERVICE}`,
      re`${command('set-itemproperty sp remove-itemproperty rp new-itemproperty clear-itemproperty clp remove-item ri rm rd del rmdir new-item ni rename-item rni move-item mi set-acl')}[ \t]${GAP}services[\\/]${SERVICE}`,
      re`(?:setvalue|deletevalue|deletesubkey|deletesubkeytree|opensubkey)[\s(]+[^\s;|&({]*services\\${NAME}`,
      re`image[ _]file[ _]execution[ _]options\\${NAME}`,
    ],
  ],
  [
    'self_service_unix',
    "stops, changes or removes kenny's service",
    [
      `${command('systemctl')}${ARGUMENTS}${STOP_VERB}${ARGUMENTS}${SERVICE}${END}`,
      re`${command(re`service rc-service invoke-rc\.d`)}[ \t]+${SERVICE}[ \t]+(?:--?[a-z]+[ \t]+)*(?:stop|restart|force-reload|condrestart|kill)`,
      re`${COMMAND}${NAME}[ \t]+(?:stop|restart)${END}`,
      re`${command(re`update-rc\.d chkconfig rc-update`)}${ARGUMENTS}${SERVICE}[ \t]${GAP}(?:remove|disable|off|del)`,
      re`${command('rc-update')}${ARGUMENTS}del[ \t]+${SERVICE}`,
      re`${command('launchctl')}${ARGUMENTS}(?:unload|bootout|remove|stop|disable|kill|kickstart)[ \t]${GAP}${STEM}`,
      re`${command('systemctl')}${ARGUMENTS}(?:stop|kill|mask)[ \t]+\*`,
    ],
  ],
  [
    'self_process',
    "ends kenny's program on the PC",
    [
      re`${command('taskkill stop-process spps kill tskill pskill')}${ARGUMENTS}${SERVICE}${END}`,
      re`${command('taskkill')}[ \t]${GAP}(?:imagename|services)[ \t]+eq[ \t]+${SERVICE}`,
      re`${command('get-process gps ps')}[ \t](?:${LINE}[ \t])?${SERVICE}[ \t]${LINE}(?:\|[ \t]*(?:stop-process|spps|kill)|\. ?kill|stop-process)`,
      re`win32_process${LINE}${NAME}${LINE}(?:terminate|delete|stop-process)`,
      re`${command('wmic')}[ \t]${GAP}process[^a-z\n;]${LINE}${NAME}${LINE}(?:terminate|delete|stop-process)`,
      re`${command('get-process gps ps')}[ \t]${LINE}-[ci]?match[ \t]+[^\s;|&({]*${PART}${LINE}(?:\|[ \t]*(?:stop-process|spps|kill)|\. ?kill)`,
      re`${command('pkill killall skill slay xkill')}[ \t]${GAP}${STEM}`,
      // The agent is a program that node runs.
      re`${command('pkill killall skill slay')}${ARGUMENTS}(?:[*.^]*${PART}[*.$]*|node|nodejs|node\.exe)${END}`,
      re`${command('taskkill stop-process spps kill')}${ARGUMENTS}(?:node|nodejs|node\.exe|node\*)${END}`,
      re`${command('kill')}[ \t]${GAP}(?:\$|\x60)?[ \t(]*(?:pgrep|pidof|cat|systemctl)[ \t]${GAP}${STEM}`,
      re`${command('pgrep pidof ps systemctl')}[ \t]${LINE}${STEM}${LINE}\|${LINE}kill`,
      re`${command('kill')}[ \t]${LINE}(?:pgrep|pidof)[ \t]${LINE}${STEM}`,
      re`${command('fuser')}[ \t]+-[a-z]*k[ \t]?${GAP}${STEM}`,
    ],
  ],
  [
    'self_parent',
    'ends or stops the program that runs it, which is kenny',
    [
      re`${command('kill pkill taskkill stop-process spps tskill renice gdb gcore debug-process wait-process xargs')}[ \t]${LINE}${PARENT}`,
      re`${PARENT}[^\n]*(?:\|[ \t]*(?:xargs[ \t]+)?(?:kill|stop-process|spps|debug-process)|\. ?kill|taskkill|terminate)`,
      re`\.parent\)?\. ?kill`,
      re`kill[\s(]+[^\n;]*(?:getppid|process\.ppid)`,
      re`${command('kill taskkill stop-process spps tskill')}[ \t](?:[^\n;|]*[ \t:(])?\$pid(?:[^a-z0-9_]|$)`,
      re`get-process[ \t]+(?:-id[ \t]+)?\$pid[^\n;]*(?:\. ?kill|\|[ \t]*(?:stop-process|spps|kill))`,
    ],
  ],
  [
    'self_folder',
    "deletes kenny's folders or opens them to everybody",
    [
      re`${command(REMOVE)}[ \t]${GAP}${FOLDER}(?:[\\/]\*)?[\\/]?${END}`,
      re`${command('mount umount fusermount')}[ \t]${GAP}${FOLDER}[\\/]?${END}`,
      re`>[ \t]*[^\s;|&({]*${STATE_FOLDER}[\\/][^\s;|&({]*[*?]`,
      re`directory\]::(?:delete|move)[\s(]+[^\n;]*${FOLDER}`,
      re`${command('find')} [^\s;|&({]*${FOLDER}[^\n;]*(?:-delete|-exec)`,
    ],
  ],
  [
    'self_program',
    "deletes, moves or replaces kenny's program or the files of its service",
    [
      re`${command(REMOVE)}[ \t](?:${GAP}[\\/ \t])?${PROGRAM}${END}`,
      re`${command('tee cp install ln dd rsync set-content add-content out-file copy-item copy cpi xcopy sed perl touch curl wget')}[ \t]${GAP}[\\/]${PROGRAM}${END}`,
      re`>[ \t]*[^\s;|&({]*[\\/]${PROGRAM}${END}`,
      re`(?:file\]::(?:delete|move|replace|writeall[a-z]+|copy)|file\]::open(?:write)?)[\s(]+[^\n]*[\\/]${PROGRAM}`,
      re`[\\/]${NAME}\.service\.d[\\/]`,
    ],
  ],
  [
    'self_files',
    "changes kenny's kill switch, settings, rules, journal or key",
    [
      `${command(WRITE)}[ \\t]${GAP}${STATE_FILE}`,
      re`>[ \t]*[^\s;|&({]*${STATE_FILE}`,
      re`file\]::(?:delete|move|replace|writeall[a-z]+|appendall[a-z]+|copy|open|create|setattributes)[\s(]+[^\n;]*${STATE_FILE}`,
      `(?:unlink|writefile|write_text|removefile|os\\.remove|truncate|open)[\\s(]+[^\\s;|&]*${STATE_FILE}`,
      re`(?:^|[\s\\/=:(,"'])${KEY_FILE}(?:[\s;|&)}"',*]|$)`,
    ],
  ],
  [
    'self_uninstall',
    'removes kenny or uses its own commands against it',
    [
      re`${COMMAND}${NAME}(?:\.exe|\.mjs|\.js)?[ \t]+(?:uninstall|install|enroll|remote-control[ \t]+(?:on|off|enable|disable|set|true|false))`,
      re`${command('apt apt-get aptitude dpkg rpm dnf yum zypper pacman apk snap flatpak brew')}${ARGUMENTS}(?:remove|purge|autoremove|uninstall|erase|del|rm|-e|-p|-r[a-z]*|--purge|--remove)${ARGUMENTS}${STEM}`,
      re`${command('winget choco scoop uninstall-package')}[ \t]${GAP}${STEM}`,
      re`${command('msiexec')}${ARGUMENTS}[-/](?:x|uninstall)[ \t]?${GAP}${STEM}`,
    ],
  ],
  [
    'self_isolation',
    'cuts kenny on the PC off from its server',
    [
      re`${command('new-netfirewallrule set-netfirewallrule netsh')}[ \t]${GAP}${NAME}${GAP}block`,
      re`${command('new-netfirewallrule netsh')}[ \t]${GAP}block${GAP}${NAME}`,
    ],
  ],
]);
