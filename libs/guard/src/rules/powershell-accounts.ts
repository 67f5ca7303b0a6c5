import { ARGUMENTS, END, GAP, LINE, TEXT, command, re, rules } from './pattern.js';

/** Accounts, groups with power over the PC, stolen credentials. */
const FOREIGN = re`[^\x00-\x7f]`;
/** By name in many languages, by alias and by SID; a name without any ASCII is taken for one. */
const ADMINISTRATORS =
  re`(?:administrat[^\s;|&({]+|amministratori|admins|s-1-5-32-(?:544|551|555|578|580)|j${FOREIGN}rjestelm${FOREIGN}nvalvojat|y${FOREIGN}neticiler|` +
  re`spr${FOREIGN}vci|rendszergazd${FOREIGN}k|(?:domain|enterprise|schema)[ _]admins|(?:remote[ _]desktop|remote[ _]management|power)[ _]users|` +
  re`backup[ _]operators|remotedesktopbenutzer|sicherungs-operatoren|${FOREIGN}+)`;
const BUILT_IN = re`(?:administrat[^\s;|&({]+|guest|gast|invit${FOREIGN}|invitado)`;
const ACCESSIBILITY = '(?:sethc|utilman|osk|displayswitch|narrator|magnify|atbroker)';

export const accountRules = rules('powershell', [
  [
    'ps_new_account',
    'creates or unlocks an account',
    [
      re`${command('net net1')}[ \t]+users?${ARGUMENTS}/ad?d?${END}`,
      re`${command('net net1')}[ \t]+users?${ARGUMENTS}${BUILT_IN}${ARGUMENTS}/active:y`,
      `${command('new-localuser nlu new-aduser dsadd')}${END}`,
      re`${command('enable-localuser elu')}[ \t]${GAP}(?:${BUILT_IN}|-50[01]${END})`,
      re`${command('wmic')}${ARGUMENTS}useraccount[ \t]${GAP}(?:create|disabled[ \t]?=[ \t]?f)`,
      re`winnt:${TEXT}\. ?(?:create|add|setpassword)(?:[\s(]|$)`,
    ],
  ],
  [
    'ps_password_change',
    "sets somebody's password",
    [
      re`${command('net net1')}[ \t]+users?[ \t]+[^\s/;|&({][^\s;|&({]*[ \t]+[^\s/;|&({][^\s;|&({]*`,
      re`${command('set-localuser slu')}[ \t]${LINE}-pa[a-z]*[ \t:]`,
      `${command('set-adaccountpassword')}${END}`,
    ],
  ],
  [
    'ps_remote_key',
    'lets somebody in by a key of their own',
    [
      re`${command('set-content add-content sc ac out-file tee-object copy-item copy cp cpi move-item mv new-item ni icacls')}[ \t]${GAP}(?:administrators_authorized_keys|\.ssh[\\/]authorized_keys)`,
      re`\|[ \t]*(?:set-content|add-content|sc|ac|out-file|tee-object|tee)[ \t]${GAP}(?:administrators_authorized_keys|\.ssh[\\/]authorized_keys)`,
      re`>[ \t]*[^\s;|&({]*(?:administrators_authorized_keys|\.ssh[\\/]authorized_keys)`,
      re`file\]::(?:write|append)[a-z]+[\s(]+[^\n;]*authorized_keys`,
    ],
  ],
  [
    'ps_admin_group',
    'puts an account into a group with power over the PC',
    [
      re`${command('net net1')}${ARGUMENTS}(?:localgroup|group)[ \t]${GAP}${ADMINISTRATORS}[ \t](?:${GAP}[ \t])?/ad?d?${END}`,
      re`${command('add-localgroupmember algm add-adgroupmember')}[ \t]${LINE}${ADMINISTRATORS}`,
      re`${command('get-localgroup')}[ \t]${GAP}${ADMINISTRATORS}${LINE}\|[ \t]*(?:add-localgroupmember|algm)`,
      `${command('dsmod')}${ARGUMENTS}group[ \\t]${GAP}-addmbr`,
    ],
  ],
  [
    'ps_login_backdoor',
    'opens a way past the login screen',
    [
      re`${command('copy copy-item cp cpi move move-item mv ren rename-item takeown icacls xcopy robocopy mklink set-content')}[ \t]${GAP}[\\/]${ACCESSIBILITY}(?:\.exe)?${END}`,
      re`image[ _]file[ _]execution[ _]options\\${ACCESSIBILITY}`,
      re`${command('reg set-itemproperty sp new-itemproperty')}[ \t]${GAP}winlogon[ \t]${GAP}(?:userinit|shell|autoadminlogon)${END}`,
    ],
  ],
  [
    'ps_credential_dump',
    'copies stored passwords',
    [
      re`${command('reg')}[ \t]+(?:save|export)[ \t]+(?:hklm|hkey_local_machine)\\(?:sam|system|security)${END}`,
      re`comsvcs(?:\.dll)?${GAP}(?:minidump|#)`,
      `${command('procdump procdump64')}${ARGUMENTS}lsass`,
      `${command('ntdsutil mimikatz secretsdump lazagne')}${END}`,
      `sekurlsa|lsadump|minidumpwritedump`,
      re`${command('esentutl copy copy-item cp cpi xcopy robocopy move get-content gc type cat compress-archive')}[ \t]` +
        re`${GAP}(?:system32[\\/]config[\\/](?:regback[\\/])?(?:sam|system|security)|ntds\.dit)${END}`,
    ],
  ],
]);
