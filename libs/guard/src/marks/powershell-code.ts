import { COMMAND, END, GAP, LINE, TEXT, command, re } from '../rules/pattern.js';
import { marks } from './mark.js';

/** Code from elsewhere, ways in and out, and what is secret. */
const FETCHES =
  re`(?:iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget|start-bitstransfer|bitsadmin|downloadstring|downloaddata|` +
  re`downloadfile|net\.webclient|net\.http|httpclient|xmlhttp|winhttprequest|certutil[ \t]${GAP}-urlcache)`;
const FETCH = re`(?:^|[^a-z0-9_-])${FETCHES}[^a-z0-9_-]`;
const EVALUATE = re`(?:iex|invoke-expression|scriptblock\]::create|assembly\]::load|add-type|newscriptblock|addscript|invokescript)`;
/** A file that runs when it is started. */
const PROGRAM = re`\.(?:exe|ps1|psm1|bat|cmd|msi|msix|appx|scr|dll|vbs|vbe|js|jse|wsf|hta|cpl|lnk)`;
const SHARE = re`\\\\[^\\\s;|&]+\\[^\s;|&]+`;
const STARTS =
  re`(?:start-process|start|saps|invoke-item|ii|invoke-command|icm|start-job|msiexec|rundll32|regsvr32|cscript|wscript|` +
  re`powershell|pwsh|cmd|import-module|ipmo|add-appxpackage|installutil|explorer|python|node)`;
const KEYS =
  re`(?:\\\.ssh\\|\\\.aws\\|\\\.kube\\|\.pfx|\.pem${END}|\.kdbx|id_(?:rsa|ed25519|ecdsa)|login[ ]?data|cookies|key4\.db|` +
  re`logins\.json|credentials|unattend\.xml|\\config\\(?:sam|security|system)${END}|ntds\.dit|[\\*]key${END}|\.key${END}|` +
  re`admin-token|\\protect\\|passwords?\.[a-z])`;

export const POWERSHELL_CODE_MARKS = marks('powershell', [
  [
    'fetches_and_runs',
    re`${FETCH}${TEXT}${PROGRAM}`,
    re`${FETCH}${TEXT}(?:${COMMAND}${STARTS}${END}|[\n;|&{(]\s*[&.]\s*["'$.a-z(]|[\n;|]\s*\.{1,2}\\)`,
    re`${FETCH}${TEXT}${EVALUATE}|${EVALUATE}${LINE}${FETCH}`,
    re`${command('mshta regsvr32 rundll32 cscript wscript wmic certutil bitsadmin')}[ \t]${GAP}(?:https?|ftp):`,
    re`(?:^|[\n;|&({])\s*${SHARE}${PROGRAM}`,
    re`${COMMAND}${STARTS}[ \t]${GAP}${SHARE}`,
    re`${command('npx pipx uvx')}[ \t]`,
  ],
  [
    'installs_from_address',
    re`${command('msiexec')}[ \t]${GAP}(?:https?|ftp):`,
    re`${command('add-appxpackage add-appxprovisionedpackage')}[ \t]`,
    re`${command('install-module install-package install-script install-psresource register-psrepository choco scoop pip npm')}[ \t]`,
    re`${command('winget')}[ \t]+(?:source[ \t]+add|install[ \t]${GAP}(?:--manifest|-m${END}|https?:))`,
  ],
  [
    'runs_hidden_code',
    re`${COMMAND}${EVALUATE}|${EVALUATE}[ \t(]`,
    re`\|[ \t]*(?:iex|invoke-expression|powershell|pwsh|cmd)${END}`,
    re`${command('powershell pwsh')}[ \t]${GAP}[-/]e(?:c|nc|ncodedcommand)?[ \t]`,
    re`${command('gal get-alias')}[ \t]${GAP}[?*]`,
    re`-w(?:indowstyle|in)?[ \t]+hid`,
    re`${command('set-alias sal new-alias nal')}[ \t]`,
  ],
  [
    'opens_way_in',
    '(?:tcpclient|tcplistener|net\\.sockets|httplistener|udpclient|websockets|fdenytsconnections)',
    re`${command('enable-psremoting winrm set-wsmaninstance')}${END}`,
    re`${command('set-item')}[ \t]${GAP}wsman:`,
    re`${command('nc ncat netcat ngrok cloudflared plink chisel anydesk teamviewer rustdesk tailscale')}${END}`,
    re`${command('start-service set-service sc net')}[ \t]${GAP}(?:sshd|termservice|winrm|telnet|remoteregistry)`,
    'authorized_keys|image[ ]file[ ]execution|sethc|utilman|osk\\.exe|magnify',
    re`${command('ssh')}[ \t]${GAP}-[rdl][ \t]`,
    re`${command('add-windowscapability')}[ \t]${GAP}openssh`,
    re`${command('new-smbshare')}[ \t]`,
    re`${command('net')}[ \t]+share[ \t]+[^\s;|&]+=`,
    re`${command('new-netfirewallrule')}[ \t]${GAP}inbound${GAP}allow`,
    re`${command('new-netfirewallrule')}[ \t]${GAP}allow${GAP}inbound`,
    re`${command('netsh')}[ \t]${GAP}(?:portproxy|action[ =]+allow)`,
  ],
  [
    'sends_files',
    re`(?:invoke-restmethod|invoke-webrequest|irm|iwr)[ \t]${GAP}(?:-infile|-body|-method[ \t]+(?:post|put)|-form)`,
    re`uploadfile|uploadstring|uploaddata|send-mailmessage|postasync|putasync`,
    re`${command('curl')}[ \t]${GAP}(?:-[a-z]*[tf][ \t]|--upload-file|--form|(?:-d|--data(?:-binary)?)[ \t=]+@)`,
    re`${command('scp sftp rclone ftp pscp')}[ \t]|start-bitstransfer[ \t]${GAP}upload`,
    re`${command('copy copy-item cp cpi move-item robocopy xcopy')}[ \t]${GAP}\\\\[a-z0-9.]+\\`,
  ],
  [
    'touches_secrets',
    re`(?:get-content|gc|cat|type|copy-item|copy|cp|cpi|compress-archive|select-string|get-childitem|gci|move-item|robocopy|xcopy|readalltext|readallbytes|openread)[ \t(]${LINE}${KEYS}`,
    re`${command('reg')}[ \t]+(?:save|export)[ \t]|get-credential|convertfrom-securestring|protecteddata|getnetworkcredential`,
    re`(?:netsh)[ \t]${GAP}key[ =]+clear|${command('cmdkey vaultcmd')}[ \t]|minidump|procdump|mimikatz|lsass`,
    'recoverypassword|keyprotector',
  ],
  ['touches_kenny', re`\\programdata\\kenny`],
  ['ends_parent', re`parentprocessid|\.parent${END}|\$pid${END}|getcurrentprocess`],
]);
