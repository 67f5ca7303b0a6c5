import { COMMAND, END, GAP, LINE, TEXT, command, re } from '../rules/pattern.js';
import { marks } from './mark.js';

/** Each verb with each noun. */
function crossed(verbs: string, nouns: string): string {
  return verbs
    .split(' ')
    .flatMap((verb) => nouns.split(' ').map((noun) => `${verb}-${noun}`))
    .join(' ');
}

/** What changes a PC for long, or for many. */
const RUN_KEY = re`\\(?:run|runonce|winlogon|policies\\explorer\\run|shell[ ]folders|userinit)${END}`;
const HOSTS = re`(?:\\drivers\\etc\\|\\sysvol\\|gpt\.ini|secpol|system\.ini|win\.ini)`;
const MACHINE = re`(?:hklm|hkey_local_machine|hkcr|hkey_classes_root|hku|hkey_users)`;
const SAFETY = re`(?:windefend|wdnissvc|wscsvc|securityhealthservice|mpssvc|eventlog|sense|vss|swprv|samss|bfe|sysmon[0-9]*)`;
const UPDATER = re`(?:wuauserv|usosvc|bits|waasmedicsvc|uhssvc|dosvc|trustedinstaller)`;
const DISK_CMDLETS =
  crossed(
    'clear initialize set reset remove new resize format dismount',
    'disk partition volume physicaldisk storagepool virtualdisk',
  ) + ' remove-partitionaccesspath dismount-vhd';
const FOUND = re`(?:get-childitem|gci|dir|ls|get-item|gi)[ \t]`;
const DELETE_NAMES = 'remove-item ri rm del erase rd rmdir';
const DELETES = re`(?:remove-item|ri|rm|del|erase|rd|rmdir)`;
/** A folder that holds much. */
const TREE =
  re`(?:\*|[~]|\$home|\$env:(?:systemdrive|systemroot|windir|userprofile|homedrive|programfiles|programdata|public)|[a-z]:\\?\*?${END}|` +
  re`[a-z]:\\(?:users|windows|win\*|program[ ]?files|programdata|data)(?:\\\*?|\\[^\s\\;|&*]+\\?)?${END}|[a-z]:\\users\\[^\s\\;|&]+\\[^\s\\;|&]*${END})`;
const CHANGES = re`(?:remove-item|ri|rm|del|erase|rd|rmdir|rename-item|rni|ren|move-item|mi|mv|set-content|sc|clear-content|clc|\.delete|\.moveto|\.encrypt)`;

export const POWERSHELL_CHANGE_MARKS = marks('powershell', [
  [
    'new_service',
    re`${command('new-service installutil srvany winsw')}${END}`,
    re`${command('nssm')}[ \t]+(?:install|set|edit|remove)${END}`,
    re`${command('sc')}[ \t]+(?:\\\\[^\s;|&]+[ \t]+)?create${END}`,
    re`${command('sc')}[ \t]+(?:\\\\[^\s;|&]+[ \t]+)?config[ \t]${GAP}(?:binpath|obj)|set-service[ \t]${GAP}-(?:credential|binarypathname)`,
  ],
  [
    'new_schedule',
    re`${command('schtasks')}[ \t]${GAP}[-/](?:create|change|run|delete)${END}|${command('at')}[ \t]+[0-9]`,
    re`(?:register|new|set|start|enable|disable|unregister)-scheduled(?:task|job)`,
  ],
  [
    'new_autostart',
    re`${command('reg')}[ \t]+add[ \t]${GAP}${RUN_KEY}|(?:set|new)-item(?:property)?[ \t]${GAP}${RUN_KEY}`,
    re`\\start[ ]?menu\\programs\\startup|shell:startup|commonstartup`,
    re`__eventfilter|commandlineeventconsumer|register-wmievent|set-wmiinstance|\$profile${END}`,
  ],
  [
    'cuts_network',
    re`(?:disable-netadapter|remove-netipaddress|remove-netroute|disable-netadapterbinding|reset-netadapter|restart-netadapter|set-netadapter)${END}`,
    re`${command('netsh')}[ \t]${GAP}(?:disabled?|disconnect|reset|block|source[ =]+static|delete)${END}`,
    re`${command('ipconfig')}[ \t]+[-/]release|${command('route')}[ \t]+(?:delete|-f)`,
    re`(?:set|new)-netfirewall[a-z]+[ \t]${GAP}(?:outbound${GAP}block|block${GAP}outbound|defaultoutboundaction[ \t:]+block|defaultinboundaction[ \t:]+block)`,
    re`(?:set-dnsclientserveraddress|set-netipinterface|new-netipaddress|new-netroute|set-netconnectionprofile)${END}`,
    re`${command('netcfg pnputil devcon')}[ \t]${GAP}(?:-d${END}|remove|disable|/remove-device|/disable-device)|disable-pnpdevice`,
    re`(?:stop-service|set-service|sc[ \t]+(?:stop|config)|net[ \t]+stop)[ \t]${GAP}(?:dhcp|dnscache|wlansvc|netman|nlasvc|lanmanworkstation|netprofm)${END}`,
  ],
  [
    'changes_firewall',
    re`(?:new|set|remove|enable|disable|copy|rename)-netfirewall[a-z]+`,
    re`${command('netsh')}[ \t]${GAP}(?:advfirewall|firewall)[ \t]${GAP}(?:set|add|delete|reset|import)${END}`,
  ],
  [
    'removes_account',
    re`(?:remove|disable)-(?:localuser|localgroup|aduser|adaccount|adcomputer)|remove-localgroupmember|remove-adgroupmember`,
    re`${command('net net1')}[ \t]+(?:user|localgroup|group|accounts)[ \t]${GAP}[-/](?:delete|del|active:no)`,
    re`win32_userprofile|${command('logoff rwinsta')}[ \t]|win32_useraccount${LINE}(?:delete|disabled)`,
  ],
  [
    'changes_password',
    re`(?:set-localuser|new-localuser|set-adaccountpassword|set-aduser)[ \t]${GAP}password`,
    re`${command('net net1')}[ \t]+user[ \t]+[^\s;|&/]+[ \t]+[^\s;|&/]`,
    re`setpassword|changepassword|${command('net net1')}[ \t]+accounts[ \t]`,
  ],
  [
    'grants_rights',
    re`(?:add-localgroupmember|new-localuser|enable-localuser|add-adgroupmember|new-aduser|unlock-adaccount)${END}`,
    re`${command('net net1')}[ \t]+(?:user|localgroup|group)[ \t]${GAP}[-/](?:add|active:yes)`,
    re`enablelua|consentpromptbehavior|localaccounttokenfilterpolicy|filteradministratortoken`,
  ],
  [
    'ends_processes',
    re`(?:get-process|gps|ps|get-ciminstance|get-wmiobject|gwmi|gcim)${END}${LINE}(?:stop-process|spps|kill|\.kill|terminate|remove-(?:ciminstance|wmiobject))`,
    re`(?:stop-process|spps|kill)[ \t]${GAP}(?:\*|\?|\$|-inputobject)`,
    re`${command('taskkill')}[ \t]${GAP}(?:[-/]fi${END}|\*)|${command('wmic')}[ \t]+process[ \t]${LINE}(?:delete|terminate)`,
    re`(?:get-service|gsv)${END}${LINE}(?:stop-service|spsv|set-service|remove-service|\.stop)`,
    re`(?:stop-service|spsv)[ \t]${GAP}\*`,
  ],
  [
    'updates_off',
    re`(?:stop-service|spsv|set-service|sc[ \t]+(?:stop|config|delete)|net[ \t]+stop)[ \t]${GAP}${UPDATER}${END}`,
    re`noautoupdate|auoptions|pauseupdates|windowsupdate\\au|disablewindowsupdateaccess|usewuserver`,
    re`(?:disable|unregister)-scheduledtask[ \t]${GAP}(?:update|windowsupdate|usoclient)`,
    re`${command('winget')}[ \t]+(?:pin|settings)|hide-windowsupdate|${command('wusa')}[ \t]${GAP}[-/]uninstall`,
  ],
  [
    'backups_off',
    re`${command('vssadmin diskshadow')}[ \t]+(?:delete|resize|/s)|win32_shadowcopy${LINE}(?:delete|remove)|${command('wmic')}[ \t]+shadowcopy[ \t]${GAP}delete`,
    re`${command('wbadmin')}[ \t]+(?:delete|disable|stop)|disable-computerrestore|${command('fhmanagew')}`,
    re`(?:stop-service|set-service|sc[ \t]+(?:stop|config|delete)|net[ \t]+stop)[ \t]${GAP}(?:vss|sdrsvc|wbengine|swprv|fhsvc|[a-z]*backup[a-z]*|veeam[a-z]*|acronis[a-z]*)${END}`,
    re`remove-(?:wbpolicy|wbbackupset|vmsnapshot|vmcheckpoint)|disablesr${END}|${DELETES}[ \t]${GAP}(?:backup|\.vhdx?|\.bak)`,
    re`clear-recyclebin${TEXT}vssadmin`,
  ],
  [
    'protection_off',
    re`(?:set|add)-mppreference[ \t]${GAP}(?:disable[a-z]+[ \t:]+(?:\$?t|[1-9(])|exclusion|-mapsreporting|-submitsamples|puaprotection[ \t]+(?:0|disabled)|-enable[a-z]+[ \t]+(?:0|disabled))`,
    re`${command('stop-service spsv')}[ \t]${GAP}${SAFETY}${END}`,
    re`${command('sc net')}[ \t]+(?:stop|delete)[ \t]${GAP}${SAFETY}${END}`,
    re`${command('set-service sc')}[ \t]${GAP}${SAFETY}[ \t]${GAP}(?:disabled|manual|demand|stopped)`,
    re`${command('set-service')}[ \t]${GAP}(?:disabled|manual|stopped)[ \t]${GAP}${SAFETY}${END}`,
    re`set-executionpolicy|disableantispyware|enablelua|enablesmartscreen|smartscreenenabled|disableantivirus`,
    re`${command('clear-eventlog remove-eventlog limit-eventlog')}${END}`,
    re`${command('wevtutil')}[ \t]+(?:cl|clear-log|sl|set-log)`,
    re`${command('auditpol')}[ \t]+[-/](?:set|clear|remove)`,
    re`${command('netsh')}[ \t]${GAP}state[ =]+off|set-netfirewallprofile[ \t]${GAP}enabled[ \t:]+(?:false|\$false|0)|uninstall-windowsfeature|disable-windowsoptionalfeature`,
    re`set-smbserverconfiguration|set-processmitigation|disable-tpmautoprovisioning|clear-tpm|amsi`,
  ],
  [
    'mass_permissions',
    re`${command('icacls cacls xcacls')}[ \t]${GAP}[-/](?:t|reset|setowner|save|restore|inheritance:[rde])(?:$|[\s:;|&)])`,
    re`${command('takeown')}[ \t]${GAP}[-/]r(?:$|[\s;|&)])`,
    re`${command('icacls cacls')}[ \t]${GAP}(?:everyone|\*s-1-1-0|jeder|users|authenticated)${GAP}[:(]?[fm]`,
    re`set-acl${END}|${command('attrib')}[ \t]${GAP}[-/]s${END}`,
  ],
  [
    'mass_changes',
    re`${FOUND}${LINE}\|${LINE}${CHANGES}`,
    re`(?:foreach|for|%|foreach-object)[ \t(]${LINE}${DELETES}[ \t]|${command('for')}[ \t]+[-/][dfr]`,
    re`${command('foreach')}${TEXT}${COMMAND}${DELETES}[ \t]`,
    re`${command('robocopy')}[ \t]${GAP}[-/](?:mir|purge|move|mov)${END}|${command('xcopy')}[ \t]${GAP}[-/]y`,
    re`${command(DELETE_NAMES)}[ \t]${GAP}(?:-r|[-/]s[ \t])${GAP}[ \t]${TREE}`,
    re`${command(DELETE_NAMES)}[ \t](?:${GAP}[ \t])?${TREE}${GAP}(?:-r|[-/]s)`,
    re`\|[ \t]*${DELETES}[ \t]${GAP}-r`,
    re`${command('ren rename-item rni move-item mi move')}[ \t]${GAP}[a-z]:\\(?:windows|users|program[ ]?files|programdata)`,
    re`${command('7z 7za rar')}[ \t]${GAP}-(?:sdel|df|dr)|${command('cipher')}[ \t]${GAP}[-/]w|${command('sdelete')}[ \t]|\.delete[ \t(]*["']?[a-z]:|io\.directory[^\n]*delete`,
    re`remove-(?:ciminstance|wmiobject)${END}|remove-appxpackage|remove-appxprovisionedpackage`,
  ],
  [
    'encrypts',
    re`${command('manage-bde')}[ \t]+(?:-on|-protectors|-lock|-forcerecovery|-off|-changepassword|-changekey|-setidentifier)`,
    re`(?:enable|disable|lock|add|remove|suspend|resume|backup)-bitlocker|remove-bitlockerkeyprotector`,
    re`${command('cipher')}[ \t]${GAP}[-/]e${END}|${command('7z 7za rar')}[ \t]${GAP}-(?:p|hp)|${command('gpg openssl')}[ \t]`,
    re`\.encrypt[ \t(]|aesmanaged|aescryptoserviceprovider|rijndael|createencryptor|protect-cmsmessage`,
  ],
  [
    'writes_disk',
    re`${command(DISK_CMDLETS)}${END}`,
    re`${command('diskpart')}[ \t]${GAP}[-/]s|\|[ \t]*diskpart|win32_volume${LINE}(?:format|dismount)`,
    re`${command('format')}[ \t]+[a-z]:`,
    re`${command('mountvol')}[ \t]+[a-z]:[^\s;|&]*[ \t]+[-/][pd]`,
    re`physicaldrive[0-9]|\\\\\.\\[a-z]:|${command('fsutil')}[ \t]+(?:file[ \t]+setzerodata|volume[ \t]+dismount|usn[ \t]+deletejournal|dirty[ \t]+set)`,
    re`${command('chkdsk')}[ \t]${GAP}[-/][frx]${END}`,
  ],
  [
    'changes_boot',
    re`${command('bcdedit')}[ \t]+[-/](?:set|delete|deletevalue|create|import|default|timeout|bootsequence|copy|store)`,
    re`${command('reagentc')}[ \t]+[-/](?:disable|setreimage|boottore)|${command('bootrec bootsect bcdboot')}[ \t]|systemreset`,
    re`safeboot|win32_bootconfiguration`,
  ],
  [
    'edits_system_file',
    re`(?:>|${COMMAND}(?:set-content|add-content|out-file|ac|copy-item|copy|cp|move-item|remove-item|del|rename-item|ren|tee-object|new-item)[ \t]${GAP})[ \t]*[^\s;|&]*${HOSTS}`,
    re`\|[ \t]*(?:set-content|add-content|out-file|tee-object)[ \t]${GAP}${HOSTS}|(?:writealltext|appendalltext)[ \t(]${LINE}${HOSTS}`,
    re`${command('copy copy-item cp cpi move move-item')}[ \t]${GAP}[a-z]:\\windows\\|${command('rename-computer secedit lgpo add-computer remove-computer')}${END}`,
  ],
  [
    'edits_registry',
    re`${command('reg')}[ \t]+(?:add|delete|import|restore|load|unload|copy)[ \t]+["']?(?:${MACHINE}|[^\s;|&]*\.reg)`,
    re`(?:set|new|remove|clear|rename|copy|move)-item(?:property)?[ \t]${GAP}(?:registry::)?${MACHINE}`,
    re`(?:cd|sl|set-location|push-location|pushd)[ \t]+(?:registry::)?${MACHINE}${TEXT}(?:${DELETES}|set-item|new-item|sp|rp)[ \t]`,
    re`${command('ri rp sp ni del rm sc')}[ \t]${GAP}(?:registry::)?${MACHINE}[:\\]|regedit[ \t]+[-/]s`,
  ],
  [
    'removes_software',
    re`${command('winget choco scoop')}[ \t]+(?:uninstall|remove|rm)|${command('msiexec')}[ \t]${GAP}[-/](?:x|uninstall)`,
    re`uninstall-(?:package|module|psresource)|remove-appxpackage|remove-appxprovisionedpackage|win32_product${LINE}uninstall|remove-windowscapability`,
  ],
  [
    'restarts',
    re`(?:restart|stop|suspend)-computer|${command('shutdown')}[ \t]${GAP}[-/](?:r|s|g|h|p|l|sg|hybrid)${END}`,
    re`${command('psshutdown')}${END}|win32shutdown|win32_operatingsystem${LINE}(?:reboot|shutdown)`,
  ],
]);
