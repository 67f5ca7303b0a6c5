import { ARGUMENTS, END, GAP, LINE, STOP, any, command, oneOf, re, rules } from './pattern.js';

/** What protects the PC: event logs, Defender, firewall, services that Windows relies on. */
const SERVICE = oneOf(`windefend sense wdnissvc wdnisdrv wdfilter wdboot mpssvc mpsdrv bfe wscsvc
  securityhealthservice sgrmbroker eventlog mdcoresvc webthreatdefsvc wbengine sdrsvc`);
const REG = re`${command('reg')}[ \t]+(?:add|delete|copy|import|restore)`;
const PROPERTY =
  command(`set-item set-itemproperty new-item new-itemproperty remove-item remove-itemproperty
  clear-item clear-itemproperty rename-item rename-itemproperty copy-item copy-itemproperty move-item
  move-itemproperty sp rp clp ri ni si`);
/** A change of the registry, by either way to write it. */
const changes = (what: string) => [re`${REG}[ \t]${GAP}${what}`, re`${PROPERTY}[ \t]${GAP}${what}`];
const NO = re`(?:\$?false|0|off|no|disabled?)`;
/** A value of a `-Disable…` parameter that is neither `$false` nor `0`. */
const YES = re`(?:\$[^f\s;|&({]|[^-\s$0f;|&({]|!)`;
const DISABLE =
  '(?:disable[a-z]*|d(?:rtm|bm|baf|ioavp|ips|pm|rdsc|scrptsc|snf|archsc|asc|cfsc|cqsc|emsc|rp))';
const WHOLE_PATH = any(
  re`\*`,
  re`[a-z]:[\\/]?\*?`,
  re`(?:[a-z]:)?[\\/](?:(?:windows|users|program_files(?:__x86_)?|programdata|temp)(?:[\\/](?:system32|temp|\*))?` +
    re`|users[\\/][^\\/\s;|&({]+(?:[\\/]appdata(?:[\\/]local(?:[\\/]temp)?)?)?)?[\\/]?\*?`,
);
const PREFERENCE = command('set-mppreference add-mppreference');

export const protectionRules = rules('powershell', [
  [
    'ps_event_log',
    'clears event logs or stops them from being written',
    [
      `${command('clear-eventlog remove-eventlog limit-eventlog clear-winevent')}${END}`,
      `${command('wevtutil')}${ARGUMENTS}(?:cl|clear-log|um|uninstall-manifest)${END}`,
      `${command('wevtutil')}${ARGUMENTS}(?:sl|set-log)[ \\t]${GAP}[-/](?:e|enabled):f`,
      `${command('auditpol')}${ARGUMENTS}[-/](?:clear|remove|restore)${END}`,
      re`${command('auditpol')}${ARGUMENTS}[-/]set[ \t]${GAP}:disable`,
      re`\. ?clearlog[\s(]|cleareventlog`,
      re`${command('remove-item ri rm rd rmdir del erase move-item mv move ren clear-content clc')}[ \t]${GAP}(?:winevt[\\/]logs|\.evtx)`,
    ],
  ],
  [
    'ps_defender_preference',
    'switches parts of Defender off',
    [
      re`${PREFERENCE}${ARGUMENTS}-${DISABLE}[ \t:=]+${YES}`,
      re`${PREFERENCE}${ARGUMENTS}-(?:severe|high|moderate|low|unknown)threatdefaultaction[ \t:=]+(?:allow|noaction|6|9)`,
      re`${PREFERENCE}${ARGUMENTS}-(?:enablenetworkprotection|enablecontrolledfolderaccess|puaprotection|mapsreporting)[ \t:=]+${NO}${END}`,
      re`${command('mpcmdrun')}${ARGUMENTS}-removedefinitions[ \t]+-all`,
    ],
  ],
  [
    'ps_defender_exclusion',
    'hides a whole drive, system folder or kind of program from Defender',
    [
      re`${PREFERENCE}${ARGUMENTS}-exclusionpa[a-z]*[ \t:=](?:${GAP}[ \t,])?${WHOLE_PATH}${END}`,
      re`${PREFERENCE}${ARGUMENTS}-exclusione[a-z]*[ \t:=](?:${GAP}[ \t,.*])?(?:exe|dll|ps1|bat|cmd|vbs|js|scr|com|\*)${END}`,
      re`${PREFERENCE}${ARGUMENTS}-exclusionpr[a-z]*[ \t:=]${GAP}(?:\*|powershell|pwsh|cmd\.exe|wscript|cscript|mshta|rundll32)`,
      ...changes(re`windows[ _]defender\\exclusions`),
    ],
  ],
  [
    'ps_defender_registry',
    'switches protection off in the registry',
    [
      ...changes(
        `(?:disableantispyware|disableantivirus|disablerealtimemonitoring|disablebehaviormonitoring|disableioavprotection|` +
          `disableonaccessprotection|disablescanonrealtimeenable|disableblockatfirstseen|tamperprotection|uselogoncredential|localaccounttokenfilterpolicy)`,
      ),
      ...changes(
        re`(?:enablelua|consentpromptbehavioradmin|runasppl|enablefirewall|smartscreenenabled|enablesmartscreen)[ \t:=]` +
          re`(?:${GAP}[ \t:=])?(?:0x)?(?:0|off)${END}`,
      ),
      re`setvalue[\s(]+(?:hklm|hkey_local_machine|registry::)\\[^\s;|&({]*(?:windows_defender|services\\${SERVICE})`,
      ...changes(re`services[\\/]${SERVICE}(?:[\\\s]|$)`),
    ],
  ],
  [
    'ps_protection_service',
    'stops, disables or removes a service that protects the PC',
    [
      `${command('sc net net1')}${ARGUMENTS}(?:stop|delete|config|pause|sdset|failure|control)${ARGUMENTS}${SERVICE}${END}`,
      `${command('stop-service spsv suspend-service remove-service')}${ARGUMENTS}${SERVICE}${END}`,
      `${command('set-service')}${ARGUMENTS}${SERVICE}${ARGUMENTS}(?:disabled|stopped|paused)`,
      `${command('set-service')}${ARGUMENTS}(?:disabled|stopped|paused)${ARGUMENTS}${SERVICE}${END}`,
      re`${command('get-service gsv')}[ \t](?:${LINE}[ \t])?${SERVICE}[ \t]${LINE}\|${LINE}(?:stop-service|spsv|suspend-service|remove-service|set-service)${END}`,
      `win32_service${LINE}${SERVICE}${LINE}(?:stopservice|pauseservice|delete|changestartmode)${END}`,
      re`${command('wmic')}[ \t]${GAP}service${LINE}${SERVICE}${LINE}(?:stopservice|pauseservice|delete|changestartmode)${END}`,
    ],
  ],
  [
    'ps_protection_process',
    'ends a process that protects the PC or that Windows cannot do without',
    [
      `${command('taskkill pskill stop-process spps kill tskill')}${ARGUMENTS}` +
        re`(?:msmpeng|mssense|nissrv|mpdefendercoreservice|securityhealthservice|csrss|lsass|wininit|winlogon|smss|services)(?:\.exe)?${END}`,
      re`${command('get-process gps ps')}(?:[ \t]*\*)?[ \t]*\|[ \t]*(?:stop-process|spps|kill)${END}`,
      re`${command('get-process gps ps')}(?:[ \t]*\*)?[ \t]*\|[ \t]*(?:%|foreach-object|foreach)[ \t][^\n;]*(?:\. ?kill|stop-process|spps)`,
      re`${command('stop-process spps kill')}[ \t]+(?:-[a-z]+[ \t]+)*\*${END}`,
      re`${command('taskkill')}${ARGUMENTS}[-/]im[ \t]+\*`,
      re`${command('taskkill')}${ARGUMENTS}[-/]fi[ \t]+(?:pid[ \t]+(?:gt|ge|ne)[ \t]+[0-9]${END}|imagename[ \t]+(?:eq[ \t]+\*|ne[ \t])|memusage[ \t]+g[te]|status[ \t]+eq[ \t]+running|username[ \t]+(?:eq|ne)[ \t])`,
    ],
  ],
  [
    'ps_all_services',
    'stops every service at once',
    [
      re`${command('get-service gsv')}(?:[ \t]*\*)?[ \t]*\|[ \t]*(?:stop-service|spsv|set-service|remove-service)${END}`,
      re`${command('stop-service spsv')}${ARGUMENTS}\*${END}`,
    ],
  ],
  [
    'ps_defender_removal',
    'removes Defender or its screen',
    [
      `${command('uninstall-windowsfeature remove-windowsfeature disable-windowsoptionalfeature remove-appxpackage remove-windowscapability')}` +
        re`[ \t]${GAP}(?:defender|sechealthui)`,
      `${command('dism')}${ARGUMENTS}[-/]disable-feature[ \\t]${GAP}defender`,
      re`sechealthui${LINE}\|\s*remove-appx`,
      re`${command('get-appxpackage')}(?:[ \t]+-(?:allusers|user[ \t]+[^\s;|&({]+))*(?:[ \t]+\*)?[ \t]*\|[ \t]*(?:remove-appxpackage|(?:%|foreach-object|foreach)[^\n;]*remove-appx)`,
    ],
  ],
  [
    'ps_amsi_bypass',
    'keeps the antivirus from looking at scripts',
    re`amsiutils|amsiinitfailed|amsiscanbuffer|amsiscanstring|amsi\.dll`,
  ],
  [
    'ps_firewall_off',
    'switches the firewall off',
    [
      re`${command('netsh')}[ \t]+advfirewall[ \t]+set[ \t]+[a-z]+profiles?[ \t]${GAP}(?:state[ \t]+off|allowinbound)`,
      re`${command('netsh')}[ \t]+firewall[ \t]+set[ \t]+opmode[ \t]${GAP}disable`,
      re`${command('netsh')}[ \t]+advfirewall[ \t]+firewall[ \t]+delete[ \t]+rule[ \t]${GAP}name=all${END}`,
      re`${command('set-netfirewallprofile')}${ARGUMENTS}-e[a-z]*[ \t:]+${NO}${END}`,
      re`${command('set-netfirewallprofile')}${ARGUMENTS}-defaulti[a-z]*[ \t:]+allow`,
      re`${command('disable-netfirewallrule remove-netfirewallrule')}(?:[ \t]+(?:-all|-confirm[ :]\$?false|-[a-z]+[ \t]+\*))*${STOP}`,
      re`${command('get-netfirewallrule')}[ \t]*\|[ \t]*(?:disable|remove)-netfirewallrule`,
    ],
  ],
]);
