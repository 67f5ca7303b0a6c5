import {
  ARGUMENTS,
  END,
  GAP,
  LINE,
  STOP,
  abbreviated,
  any,
  command,
  re,
  rules,
} from './pattern.js';

/** Recursive deletes of what Windows or a person cannot do without, and mass changes of files. */
const DELETE = 'remove-item ri rm rmdir rd del erase';
const LIST = 'get-childitem gci ls dir';
const RECURSE = any(`-${abbreviated('r', 'ecurse')}`, '[-/](?:[a-z]/)*s(?:/[a-z])*', '-rf', '-fr');
const FOLDER = any(
  re`windows(?:[\\/](?:system32(?:[\\/](?:drivers|config))?|syswow64|winsxs|boot))?`,
  re`users(?:[\\/][^\\/\s;|&({]+(?:[\\/](?:desktop|documents|pictures|downloads|appdata))?)?`,
  ...['program_files(?:__x86_)?', 'programdata', 'boot', 'efi', 'recovery'],
  'system_volume_information',
);
/** A name or a beginning of it with a wildcard: `win*`. */
const begins = (name: string) =>
  [...name].reduceRight((tail, letter) => re`(?:\*|${letter}${tail})`, re`\*`).slice(6, -1);
/** A drive, the folders of Windows, programs and people, or everything right in one of them. */
const ROOT_PATH = any(
  re`[a-z]:[\\/]?(?:\*(?:\.\*)?)?`,
  re`[\\/](?:\*(?:\.\*)?)?`,
  re`(?:[a-z]:)?[\\/]${FOLDER}(?:[\\/](?:\*(?:\.\*)?)?)?`,
  re`(?:[a-z]:)?[\\/]${any(...['windows', 'users', 'program', 'programdata'].map(begins))}`,
);
const ROOT = ROOT_PATH + END;
const SYSTEM_FILE = any(
  re`[\\/](?:windows(?:[\\/](?:system32(?:[\\/](?:drivers|config|boot))?|syswow64))?|boot|efi)[\\/]\*(?:\.\*)?${END}`,
  re`system32[\\/](?:ntoskrnl|winload|hal|ntdll|kernel32|kernelbase|smss|csrss|lsass|winlogon|services)\.(?:exe|efi|dll)${END}`,
  re`[a-z]:[\\/](?:bootmgr|ntldr|boot[\\/]bcd)${END}`,
);
const DOCUMENTS = re`\*\.(?:docx?|xlsx?|pptx?|pdf|jpe?g|png|heic|psd|mp4|mov|zip|pst|ost|odt|ods|kdbx)`;
const LOCKED = re`\.(?:locked|encrypted|enc|crypt|crypted|crypto|locky|wncry|ransom)`;

const HIVE =
  re`(?:hklm|hkcr|hku|hkcu|hkey_[a-z_]+):?(?:[\\/]|[\\/](?:software|system|sam|security)` +
  re`(?:[\\/](?:currentcontrolset|microsoft|classes|setup|policies)(?:[\\/](?:services|control|enum|windows(?:[ _]nt)?|currentversion)` +
  re`(?:[\\/]currentversion(?:[\\/]winlogon|[\\/]policies|[\\/]profilelist)?)?)?)?[\\/]?)?\*?(?:[ \t]+[-/]|${STOP})`;

export const deleteRules = rules('powershell', [
  [
    'ps_recursive_delete',
    'deletes a drive, a system folder, a whole profile or a personal folder such as Pictures',
    [
      `${command(DELETE)}${ARGUMENTS}${RECURSE}${ARGUMENTS}${ROOT}`,
      re`${command(DELETE)}${ARGUMENTS}${ROOT_PATH}${ARGUMENTS}${RECURSE}${END}`,
    ],
  ],
  [
    'ps_system_file',
    'removes or moves files that Windows cannot start without',
    [
      re`${command(DELETE)}[ \t]${GAP}${SYSTEM_FILE}`,
      re`${command('move-item mi mv move ren rename-item rni')}[ \t]${GAP}${SYSTEM_FILE}`,
      re`${command('move-item mi mv move ren rename-item rni')}[ \t]+(?:-[a-z]+[ \t]+)?(?:[a-z]:)?[\\/](?:windows(?:[\\/]system32)?|users|program_files)${END}`,
    ],
  ],
  [
    'ps_piped_delete',
    'deletes a drive, a system folder, a whole profile or a personal folder such as Pictures',
    re`${command(LIST)}${ARGUMENTS}${ROOT_PATH}[ \t]${LINE}\|${LINE}(?:remove-item|[ |](?:ri|rm|del|rd)|erase|rmdir|\. ?delete)`,
  ],
  [
    'ps_given_delete',
    'deletes a drive, a system folder, a whole profile or a personal folder such as Pictures',
    re`(?:^|[\n;({@,])[ \t]*["']?${ROOT_PATH}["']?[ \t)]*(?:,[^\n|;]*)?\|${LINE}(?:remove-item|[ |](?:ri|rm|del|rd)|erase|rmdir)[ \t]`,
  ],
  [
    'ps_profile_delete',
    'deletes every profile of a person at once',
    re`win32_userprofile[ \t)]*\|[ \t]*(?:remove-ciminstance|rcim|remove-wmiobject|rwmi|(?:%|foreach-object|foreach)[ \t({][^\n;]*\. ?delete)`,
  ],
  [
    'ps_dotnet_delete',
    'deletes a drive, a system folder, a whole profile or a personal folder such as Pictures',
    re`(?:directory|filesystem)\]?::delete(?:directory)?[\s(]+${ROOT}`,
  ],
  [
    'ps_mirror_over',
    'empties a drive or system folder by mirroring over it',
    re`${command('robocopy')}[ \t]+[^\s;|&({]+[ \t]+${ROOT_PATH}[ \t]${GAP}[-/](?:mir|purge)`,
  ],
  [
    'ps_loop_delete',
    'deletes a drive, a system folder, a whole profile or a personal folder such as Pictures',
    [
      re`${command('forfiles')}${ARGUMENTS}[-/]p[ \t]+${ROOT_PATH}[ \t]${GAP}(?:del|erase|rd|rmdir|remove-item)${END}`,
      re`${command('for')}[ \t]+[-/][rd][ \t]+${ROOT_PATH}[ \t]${GAP}(?:del|erase|rd|rmdir)${END}`,
      re`${command('for')}[ \t]${LINE}[ \t]in[ \t(]+${ROOT_PATH}[ \t)]+do[ \t]${LINE}(?:del|erase|rd|rmdir)${END}`,
      re`${command('foreach')}[ \t(]${LINE}(?:get-childitem|gci|ls|dir)[ \t](?:${LINE}[ \t])?${ROOT_PATH}[ \t](?:${LINE}[ \t|])?(?:remove-item|ri|rm|del|rd|erase|rmdir|[^\s;|]*\.delete)${END}`,
    ],
  ],
  [
    'ps_wsl_delete',
    'deletes a drive or a system folder through a Unix shell',
    re`${command('rm')}${ARGUMENTS}-[a-z]*r[a-z]*${ARGUMENTS}/(?:\*|mnt/[a-z](?:/\*?|/windows|/users)?)?${END}`,
  ],
  [
    'ps_root_permissions',
    'takes over or opens a drive or a system folder',
    [
      re`${command('takeown')}${ARGUMENTS}[-/]f[ \t]+${ROOT_PATH}${ARGUMENTS}[-/]r${END}`,
      re`${command('takeown')}${ARGUMENTS}[-/]r${ARGUMENTS}[-/]f[ \t]+${ROOT}`,
      re`${command('icacls cacls xcacls')}[ \t]+${ROOT_PATH}${ARGUMENTS}[-/]t${END}`,
    ],
  ],
  [
    'ps_registry_hive',
    'deletes a part of the registry that Windows cannot do without',
    [re`${command('reg')}[ \t]+delete[ \t]+${HIVE}`, `${command(DELETE)}${ARGUMENTS}${HIVE}`],
  ],
  [
    'ps_mass_delete',
    "deletes people's documents by kind",
    [
      re`${command(DELETE)}${ARGUMENTS}${RECURSE}[ \t]${GAP}${DOCUMENTS}`,
      re`${command(DELETE)}[ \t]${GAP}${DOCUMENTS}${ARGUMENTS}${RECURSE}${END}`,
      re`${command(LIST)}[ \t]${LINE}${DOCUMENTS}${LINE}\|${LINE}(?:remove-item|\. ?delete)`,
    ],
  ],
  [
    'ps_mass_rename',
    'renames or encrypts files in bulk as ransomware does',
    [
      re`${command(LIST)}[ \t]${LINE}\|${LINE}(?:rename-item|rni|ren|move-item|mi|mv)[ \t]${LINE}${LOCKED}${END}`,
      re`${command('7z 7za rar winrar')}[ \t]${GAP}-sdel${END}${GAP}`,
      re`${command('rar winrar')}[ \t]${GAP}-df${END}`,
    ],
  ],
]);
