import { ARGUMENTS, COMMAND, END, GAP, STOP, command, oneOf, re, rules } from './pattern.js';

/** Logs, firewall, mandatory access control, boot loader and kernel. */
const CORE_LOG =
  re`/var/(?:log/(?:\*(?:\.log|/\*)?|(?:auth|kern|daemon|user|boot|system|install|secure)\.log|secure|wtmp|btmp|lastlog|faillog|syslog|messages|` +
  re`audit(?:/(?:audit\.log|\*))?|journal(?:/[^\s;|&({]*)?|sudo\.log|asl)|run/utmp|db/diagnostics)${END}`;
const HISTORY = re`\.(?:bash|zsh|sh|ash|fish|python|mysql|psql)_history`;
const SHIELD =
  oneOf(`auditd apparmor firewalld ufw nftables iptables ip6tables netfilter-persistent rsyslog syslog
  syslog-ng systemd-journald journald fail2ban clamav-daemon clamav-freshclam clamd falcon-sensor
  wazuh-agent auditbeat crowdsec usbguard`) + re`(?:\.service|\.socket)?`;
const BOOT_PACKAGE =
  re`(?:linux-(?:image|generic|modules|base|lts|virtual|server)|kernel-(?:core|modules|default)|grub|shim-|libpam|` +
  re`(?:linux|kernel|systemd(?:-boot|-sysv)?|libc6|glibc|dpkg|apt|sudo|bash|dash|coreutils|util-linux|init|login|` +
  re`passwd|base-files|initramfs-tools|dracut|python3-minimal|musl|pam|openssh-server|\*)${END})`;

export const posixProtectionRules = rules('posix', [
  [
    'posix_log_wipe',
    'wipes logs',
    [
      re`--vacuum-size[= \t]+(?:\d+[kb]*|\dm)${END}`,
      re`--vacuum-time[= \t]+(?:\d+(?:us|ms|s|secs?|seconds?|m|mins?|minutes?)|[0-6](?:h|hours?|hr)?)${END}`,
      re`--vacuum-files[= \t]+[01]${END}`,
      `${command('rm shred unlink truncate tee mv srm')}${ARGUMENTS}${CORE_LOG}`,
      re`(?:^|[^2&>])>[ \t]*${CORE_LOG}`,
      re`${command('cp ln cat dd')}${ARGUMENTS}(?:if=)?/dev/null[ \t]${GAP}${CORE_LOG}`,
      re`${command('log')}[ \t]+erase`,
    ],
  ],
  [
    'posix_history_wipe',
    'wipes or switches off the record of commands',
    [
      re`${command('history')}[ \t]+-[a-z]*[cw]`,
      `${command('unset')}${ARGUMENTS}histfile${END}`,
      re`hist(?:file=(?:/dev/null|""|'')?|(?:file)?size=0)${END}`,
      re`${command('rm shred unlink truncate ln srm')}[ \t]${GAP}${HISTORY}`,
      re`(?:^|[^2&>])>[ \t]*[^\s;|&({]*${HISTORY}`,
    ],
  ],
  [
    'posix_shield_service',
    'stops or removes a service that protects or records',
    [
      `${command('systemctl')}${ARGUMENTS}(?:stop|disable|mask|kill)${ARGUMENTS}${SHIELD}${END}`,
      re`${command(re`service rc-service invoke-rc\.d`)}[ \t]+${SHIELD}[ \t]+stop`,
      re`${COMMAND}${SHIELD}[ \t]+stop${END}`,
      re`${command(re`update-rc\.d chkconfig rc-update`)}${ARGUMENTS}${SHIELD}[ \t]${GAP}(?:remove|disable|off|del)`,
      `${command('pkill killall')}${ARGUMENTS}(?:auditd|rsyslogd?|systemd-journald?|clamd|falcon-sensor)${END}`,
      re`${command('systemctl')}${ARGUMENTS}(?:isolate[ \t]+)?(?:rescue|emergency)(?:\.target)?${END}`,
    ],
  ],
  [
    'posix_firewall_off',
    'switches the firewall off',
    [
      `${command('ufw')}${ARGUMENTS}(?:disable|reset)${END}`,
      re`${command('iptables ip6tables iptables-legacy iptables-nft')}(?:[ \t]+-t[ \t]+[a-z]+)?[ \t]+(?:-f|--flush|-x)(?:[ \t]+(?:input|output|forward))?${STOP}`,
      re`${command('iptables ip6tables')}${ARGUMENTS}(?:-p|--policy)[ \t]+(?:input|forward)[ \t]+accept`,
      re`${command('nft')}${ARGUMENTS}(?:flush|delete)[ \t]+ruleset`,
      re`${command('pfctl')}${ARGUMENTS}-[a-z]*(?:d|f[ \t]+(?:all|rules))${END}`,
      `${command('firewall-cmd')}${ARGUMENTS}--set-default-zone=trusted`,
      re`socketfilterfw${ARGUMENTS}--setglobalstate[ \t]+off`,
    ],
  ],
  [
    'posix_access_control_off',
    'switches off what keeps programs in check (SELinux, AppArmor) or records what they do',
    [
      re`${command('setenforce')}[ \t]+(?:0|permissive)`,
      'selinux=(?:disabled|permissive|0)',
      `${command('aa-teardown aa-disable')}${END}`,
      re`${command('auditctl')}${ARGUMENTS}(?:-d${END}|-e[ \t]*0)`,
      re`>[ \t]*/sys/(?:fs/selinux|module/apparmor|kernel/security)/`,
      `${command('csrutil')}${ARGUMENTS}disable`,
      `${command('spctl')}${ARGUMENTS}--(?:master|global)-disable`,
      `${command('tmutil')}${ARGUMENTS}(?:disable|delete|deletelocalsnapshots)${END}`,
    ],
  ],
  [
    'posix_boot_removal',
    'removes what the system needs to start',
    [
      `${command('apt apt-get aptitude nala')}${ARGUMENTS}(?:remove|purge|autoremove)${ARGUMENTS}${BOOT_PACKAGE}`,
      `${command('dpkg')}${ARGUMENTS}(?:-r|-p|--remove|--purge)${ARGUMENTS}${BOOT_PACKAGE}`,
      `${command('dnf yum zypper rpm apk pacman microdnf')}${ARGUMENTS}(?:remove|erase|autoremove|rm|del|-e|--erase|-r[a-z]*)${ARGUMENTS}${BOOT_PACKAGE}`,
      re`${command('efibootmgr')}${ARGUMENTS}(?:--delete-bootnum|-b[ \t]+[0-9a-f]+[ \t]+-b|-bb)${END}`,
      re`${command('kernel-install bootctl')}[ \t]+remove${END}`,
      re`${command('nvram')}[ \t]+-[cd]`,
    ],
  ],
  [
    'posix_all_processes',
    'ends every process at once',
    [
      re`${command('kill')}[ \t]+(?:-[a-z0-9]+[ \t]+)*(?:--[ \t]+)?-1${END}`,
      re`${command('kill')}[ \t]+(?:-[a-z0-9]+[ \t]+)+1${END}`,
      re`${command('pkill')}[ \t]${GAP}-u[ \t]+root${END}`,
      `${command('killall5')}${END}`,
      re`${command('pkill')}${ARGUMENTS}-[a-z]*f[a-z]*[ \t]+\.\*?${END}`,
    ],
  ],
]);
