import {
  ARGUMENTS,
  COMMAND,
  END,
  GAP,
  LINE,
  STOP,
  TEXT,
  command,
  oneOf,
  re,
} from '../rules/pattern.js';
import { marks } from './mark.js';

/** Code from elsewhere, ways in and out, and what is secret. */
const FETCH = oneOf(
  'curl wget fetch aria2c axel lwp-download lynx http https httpie scp sftp ftp git rsync',
);
const FETCHED = re`(?:(?:https?|ftps?|sftp|scp|ssh)://|git[ \t]+clone[ \t])`;
const SHELLS = '(?:ba|z|da|k|a|c|tc|mk|fi)?sh';
/** A program that runs what it is given on its input. */
const LANGUAGE = '(?:python[0-9.]*|perl|ruby|node|nodejs|php|lua|pwsh|deno|bun|java)';
const RUNS_INPUT = re`(?:${SHELLS}${END}|${LANGUAGE}(?:[ \t]+-)?${STOP})`;
/** What turns a file into something that runs. */
const STARTS =
  re`(?:(?:${SHELLS}|${LANGUAGE}|source|\.)[ \t]+(?:-[a-lo-z][a-z]*[ \t]+)*[^\s;|&<>-]|chmod[ \t]${GAP}(?:\+|=|,)[rwst]*x|` +
  re`chmod[ \t]+(?:-[a-z]+[ \t]+)*[0-7]*[1357][0-7]*[ \t]|\.{0,2}/[^\s;|&*]|install[ \t]|` +
  re`(?:dpkg|rpm)[ \t]+-{1,2}[iu]|(?:apt|apt-get|dnf|yum|zypper)[ \t]${GAP}install[ \t]${GAP}[./]|make${END}|insmod[ \t])`;
const KEYS =
  re`(?:\.ssh/|\.gnupg|\.aws/|\.kube/|\.netrc|\.pgpass|\.git-credentials|/etc/g?shadow|(?:^|[/\s])\.env${END}|` +
  re`id_(?:rsa|dsa|ecdsa|ed25519)|[^\s;|&]*\.(?:pem|key|p12|pfx|jks|kdbx|keytab)${END}|admin-token|credentials|` +
  re`passwords?\.[a-z]|secrets?[/.]|/proc/[^\s/]+/environ|/\*key|login\.keychain)`;
const READS = `cat less more head tail strings xxd od base64 cp mv tar zip gzip scp rsync dd grep awk sed
  sort openssl gpg python python3 perl find getent`;

export const POSIX_CODE_MARKS = marks('posix', [
  [
    'fetches_and_runs',
    re`${FETCHED}${TEXT}${COMMAND}(?:sudo[ \t]+(?:-[a-z]+[ \t]+)*)?${STARTS}`,
    re`${command('git')}[ \t]+clone[ \t]${TEXT}${COMMAND}${oneOf('make npm pip pip3 cargo go docker python python3 sh bash')}[ \t]`,
    re`${COMMAND}${FETCH}[ \t]${LINE}\|&?[ \t]*(?:sudo[ \t]+)?(?:tee[ \t]${LINE}\|[ \t]*)?${RUNS_INPUT}`,
    re`${command('ssh')}[ \t]${LINE}\|[ \t]*${RUNS_INPUT}`,
    re`${command('docker podman')}${ARGUMENTS}(?:build|load|import)[ \t]${GAP}https?://`,
    re`${command('npx bunx pipx uvx dlx')}[ \t]`,
  ],
  [
    'installs_from_address',
    re`${command('dpkg rpm apt apt-get dnf yum zypper pacman apk installer')}[ \t]${LINE}(?:https?|ftp)://`,
    re`${command('dpkg rpm')}[ \t]${LINE}<[ \t]*(?:curl|wget)`,
    re`${command('pip pip3 npm yarn pnpm gem cargo go flatpak snap brew')}${ARGUMENTS}(?:install|add|get|tap)[ \t]${GAP}(?:https?://|git\+|git@|github:|[a-z0-9_-]+\.[a-z]+/)`,
    re`${command('add-apt-repository apt-key yum-config-manager')}[ \t]`,
    re`/etc/apt/sources\.list|/etc/yum\.repos\.d/`,
    re`${command('python python3')}[ \t]+${GAP}-m[ \t]+pip[ \t]+install[ \t]${GAP}(?:https?://|git\+)`,
  ],
  [
    'runs_hidden_code',
    re`${command('eval')}[ \t]${GAP}[$\x60]`,
    re`${command('sh bash zsh dash ksh')}[ \t]+(?:-[a-z]+[ \t]+)*-[a-z]*c[ \t]+["']?[$\x60]`,
    re`\|[ \t]*${RUNS_INPUT}`,
    re`${COMMAND}(?:${SHELLS}|${LANGUAGE}|source|\.)[ \t]+<`,
    re`${command('python python2 python3 perl ruby php node nodejs')}[ \t]${LINE}(?:exec|eval|compile|b64decode|fromhex|base64_decode|decode_base64)[ \t(]`,
  ],
  [
    'opens_way_in',
    re`/dev/(?:tcp|udp)/${LINE}(?:sh|while|exec|<&|0<)`,
    re`${command('exec')}[ \t]${LINE}/dev/(?:tcp|udp)/`,
    re`${command('nc ncat netcat socat')}[ \t]${LINE}(?:-[a-z]*[lec][a-z]*${END}|--listen|--exec|exec:|system:|tcp-listen|listen:)`,
    re`(?:fsockopen|tcpsocket|io::socket|socket\.socket|use[ \t]+socket|net\.connect|inet_aton)`,
    re`${command('ssh autossh')}[ \t]${GAP}-[a-z]*[rdl][a-z]*[ \t]+[0-9a-z.:]*[0-9]`,
    re`authorized_keys|${COMMAND}ssh-import-id|${COMMAND}ssh-copy-id`,
    re`${command('ngrok cloudflared frpc tailscale zerotier-cli anydesk teamviewer rustdesk tmate x11vnc vncserver ttyd gotty chisel')}${END}`,
    re`${command('systemctl service')}${ARGUMENTS}(?:start|enable|unmask|restart)[ \t]${GAP}(?:sshd?|telnetd?|vnc[a-z]*|xrdp|rlogind?)(?:\.service|\.socket)?${END}`,
    re`${command('ufw iptables firewall-cmd')}${ARGUMENTS}(?:allow|accept|--add-port|--add-service)`,
    re`${command('python python2 python3 php ruby')}[ \t]${LINE}(?:http\.server|simplehttpserver|-s[ \t]+0\.0\.0\.0)`,
  ],
  [
    'sends_files',
    re`${command('curl')}[ \t]${GAP}(?:-[a-z]*[tf][ \t]|--upload-file|--form|(?:-d|--data(?:-binary|-raw|-urlencode)?)[ \t=]+["']?@)`,
    re`${command('wget')}[ \t]${GAP}--(?:post|body)-file`,
    re`${command('scp sftp rsync rclone')}[ \t]${GAP}[^\s:/]+:`,
    re`\|[ \t]*(?:ssh|nc|ncat|netcat|socat|curl|mail|mutt|sendmail|telnet)[ \t]`,
    re`${command('nc ncat netcat')}[ \t]${GAP}<`,
    re`${command('cat tar gzip base64 dd')}[ \t]${LINE}>[ \t]*/dev/(?:tcp|udp)/`,
  ],
  [
    'touches_secrets',
    re`${command(READS)}[ \t]${LINE}${KEYS}`,
    re`<[ \t]*[^\s;|&]*${KEYS}`,
    re`(?:open|readfile|readfilesync|file_get_contents|read_text)[ \t(]${LINE}${KEYS}`,
    re`${command('getent')}[ \t]+g?shadow`,
    re`${command('security')}[ \t]${GAP}(?:dump-keychain|find-[a-z]+-password)`,
    re`${command('unshadow john hashcat mimipenguin gcore')}[ \t]`,
  ],
  ['touches_kenny', '/(?:var/lib|var/log|etc|opt|srv|run)/kenny'],
  [
    'ends_parent',
    re`\$\{?ppid|-o[ \t]+ppid|getppid|/proc/(?:1|self|\$[{a-z]*ppid)/(?:exe|fd|mem|environ|root|cwd)|process\.ppid`,
    re`${command('kill')}[ \t]${GAP}(?:ppid|pidof|pgrep|ps[ \t])`,
    re`${command('gdb strace ptrace reptyr nsenter')}[ \t]`,
  ],
]);
