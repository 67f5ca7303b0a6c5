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

/** What changes a PC for long, or for many. */
const WRITES = 'tee mv truncate rm shred chattr vim vi nano ed ex';
const SYSTEM_FILE =
  re`/etc/(?:hosts(?:\.allow|\.deny)?|resolv\.conf|nsswitch\.conf|sudoers|passwd|group|shadow|gshadow|fstab|crypttab|` +
  re`pam\.d|security/|ssh/sshd_config|profile|environment|bash\.bashrc|ld\.so\.(?:preload|conf)|login\.defs|polkit-1|` +
  re`network/|netplan/|networkmanager/|sysctl\.conf|sysctl\.d/|doas\.conf|securetty|apt/apt\.conf)`;
const UPDATER = oneOf(
  re`unattended-upgrades apt-daily apt-daily-upgrade dnf-automatic packagekit snapd yum-cron update-notifier`,
);
const BACKUP = re`[^\s;|&]*(?:backup|borg|restic|duplicity|duplicati|timeshift|snapper|rsnapshot|bacula|veeam|deja-dup)`;
/** The targets in front of one that counts. */
const TARGETS = re`(?:[^\n;|&({]*[ \t])?`;
/** A folder that holds much. */
const TREE =
  re`(?:[*$]|~(?:/[^\s/;|&]*)?${END}|\.{1,2}/?\*?${END}|/home(?:/[^\s/;|&]*)?(?:/[^\s/;|&]*)?/?${END}|` +
  re`/(?:root|srv|opt|var|etc|usr|boot|mnt|media|data)(?:/[^\s/;|&]*)?/?${END})`;
const TIMER = re`[^\s;|&]*\.timer`;
const REMOVES = 'remove purge autoremove erase uninstall';

export const POSIX_CHANGE_MARKS = marks('posix', [
  [
    'new_service',
    re`(?:>|${COMMAND}(?:tee|cp|mv|ln|install|sed|dd|rm)[ \t]${GAP})[ \t]*[^\s;|&]*(?:/systemd/(?:system|user)|/etc/init\.d/|launchdaemons|/etc/sv/|/etc/init/)`,
    re`${command('systemctl')}${ARGUMENTS}(?:enable|link|edit|set-property|preset)${END}`,
    re`${command(re`update-rc\.d chkconfig rc-update`)}[ \t]`,
    re`${command('launchctl')}[ \t]+(?:load|bootstrap|enable|submit)${END}`,
  ],
  [
    'new_schedule',
    re`${command('crontab')}[ \t]+(?:-u[ \t]+[^\s;|&]+[ \t]+)?(?:-(?:$|[\s;|&])|-[er]|<|[^-\s;|&])`,
    re`\|[ \t]*crontab|/etc/cron|/var/spool/cron`,
    re`${command('at batch')}[ \t]+(?:-f|now|[0-9]|midnight|noon|teatime|tomorrow|-t)`,
    re`\|[ \t]*at[ \t]`,
    re`${command('systemd-run')}[ \t]${GAP}--(?:on-|timer-property)`,
    re`${command('systemctl')}${ARGUMENTS}(?:enable|start)${ARGUMENTS}${TIMER}`,
  ],
  [
    'new_autostart',
    re`/etc/(?:rc\.local|profile\.d|xdg/autostart|update-motd\.d|modules-load\.d|udev/rules\.d)|\.config/autostart|launchagents`,
    re`(?:>|${COMMAND}(?:tee|cp|mv|ln|sed|install)[ \t]${GAP})[ \t]*[^\s;|&]*\.(?:bashrc|bash_profile|profile|zshrc|zprofile|bash_login|xprofile|xinitrc)${END}`,
    re`${command('loginctl')}[ \t]+enable-linger`,
  ],
  [
    'cuts_network',
    re`${command('ip')}[ \t]${GAP}(?:link|l)[ \t]${GAP}down${END}`,
    re`${command('ip')}[ \t]${GAP}(?:route|r|addr|address|a|rule|link)[ \t]+(?:del|delete|flush|d|f)${END}`,
    re`${command('ifconfig')}[ \t]${GAP}down${END}|${command('ifdown')}[ \t]|${command('route')}[ \t]+(?:del|flush)`,
    re`${command('nmcli')}[ \t]${GAP}(?:off|down|disconnect|delete|modify)${END}`,
    re`${command('rfkill')}[ \t]+block|${command('networksetup')}[ \t]+-set`,
    re`${command('systemctl service')}[ \t]${GAP}(?:stop|disable|mask|restart|kill)${GAP}(?:networkmanager|networking|network|systemd-networkd|systemd-resolved|wpa_supplicant|connman|dhcpcd)`,
    re`${command('service')}[ \t]+(?:networkmanager|networking|network)[ \t]+(?:stop|restart)`,
    re`${command('iptables ip6tables nft')}[ \t]${GAP}(?:output|drop|reject)${END}`,
    re`${command('ufw')}[ \t]${GAP}(?:default[ \t]+(?:deny|reject)|deny|reject)${END}`,
    re`${command('tc')}[ \t]+qdisc[ \t]+(?:add|replace|change)`,
    re`${command('modprobe')}[ \t]${GAP}-r|${command('rmmod')}[ \t]`,
    re`${command('netplan')}[ \t]+(?:apply|set)|${command('dhclient')}[ \t]${GAP}-[rx]${END}`,
  ],
  [
    'changes_firewall',
    re`${command('ufw')}${ARGUMENTS}(?:allow|deny|reject|limit|delete|insert|default|enable|disable|reset|reload)${END}`,
    re`${command('iptables ip6tables')}[ \t]${GAP}(?:-[afi]|--append|--insert|--delete|--policy|--replace|--flush|-[dprx][ \t]+(?:input|output|forward|docker))${END}`,
    re`${command('nft')}[ \t]+(?:-[a-z]+[ \t]+)*(?:add|insert|delete|flush|create|replace|-f)`,
    re`${command('firewall-cmd')}[ \t]${GAP}--(?:add|remove|set|change|panic|reload)`,
    re`${command('iptables-restore ip6tables-restore')}|${command('pfctl')}[ \t]${GAP}-[a-z]*[fed]`,
  ],
  [
    'removes_account',
    re`${command('userdel deluser groupdel delgroup')}[ \t]`,
    re`${command('usermod')}[ \t]${GAP}(?:-[a-z]*l[a-z]*${END}|--lock|--expiredate|-e[ \t])`,
    re`${command('passwd')}[ \t]${GAP}(?:-[a-z]*[ld][a-z]*|--lock|--delete)${END}`,
    re`${command('chage')}[ \t]${GAP}-e|${command('gpasswd')}[ \t]${GAP}-d${END}`,
    re`${command('dscl')}[ \t]${GAP}-delete|${command('sysadminctl')}[ \t]${GAP}-deleteuser`,
    re`${command('loginctl')}[ \t]+(?:terminate|kill)-(?:user|session)`,
  ],
  [
    'changes_password',
    re`${command('chpasswd newusers smbpasswd')}${END}`,
    re`${command('passwd')}(?:[ \t]+(?:--stdin|-e|--expire))?(?:[ \t]+[^\s;|&-][^\s;|&]*)?[ \t]*(?:$|[\n;|&<)}])`,
    re`${command('usermod useradd')}[ \t]${GAP}(?:-p|--password)[ \t=]`,
    re`${command('chage')}[ \t]${GAP}-[dmw]|${command('dscl')}[ \t]${GAP}-passwd`,
    re`${command('openssl')}[ \t]+passwd|${command('mkpasswd')}`,
  ],
  [
    'grants_rights',
    re`${command('useradd adduser newusers addgroup groupadd')}[ \t]`,
    re`${command('usermod gpasswd')}[ \t]${GAP}-{1,2}[a-z]*(?:g|groups|append|a)${END}`,
    re`${command('setcap')}[ \t]|${command('chmod')}[ \t]${GAP}(?:[ugoa]*\+[rwxt]*s|[2467][0-7][0-7][0-7]${END})`,
    re`${command('install')}[ \t]${GAP}-m[ \t]*[2467][0-7][0-7][0-7]`,
  ],
  [
    'ends_processes',
    re`${command('pkill killall killall5 skill slay')}${END}`,
    re`${command('xargs')}[ \t]${GAP}kill${END}|\|[ \t]*xargs[ \t]${GAP}kill${END}`,
    re`${command('kill')}[ \t]${GAP}[$\x60(]`,
    re`${command('kill')}[ \t]+(?:(?:-[a-z0-9]+|--)[ \t]+)+-[0-9]+${END}`,
    re`${command('fuser')}[ \t]${GAP}-[a-z]*k|${command('timeout')}[ \t]${GAP}kill`,
    re`${command('systemctl')}${ARGUMENTS}kill${END}|${command('docker podman')}${ARGUMENTS}kill${END}`,
    re`${command('python python3 perl ruby')}[ \t]${LINE}(?:os\.kill|psutil|kill[ \t(])`,
  ],
  [
    'updates_off',
    re`${command('systemctl service')}[ \t]${GAP}(?:stop|disable|mask)[ \t]${GAP}${UPDATER}`,
    re`${command('apt-mark')}[ \t]+hold|${command('snap')}[ \t]+refresh[ \t]${GAP}--hold|versionlock[ \t]+add`,
    re`apt::periodic[^\n]*0|${command('dnf apt apt-get')}${ARGUMENTS}(?:remove|purge)[ \t]${GAP}${UPDATER}`,
    re`${command('softwareupdate')}[ \t]${GAP}--schedule[ \t]+off`,
  ],
  [
    'backups_off',
    re`${command('systemctl service crontab')}[ \t]${GAP}(?:stop|disable|mask|-r)[ \t]${GAP}${BACKUP}`,
    re`${command('restic borg borgmatic duplicity kopia rustic')}[ \t]${GAP}(?:forget|prune|delete|remove|remove-[a-z-]+|rm)${END}`,
    re`${command('timeshift snapper')}[ \t]${GAP}(?:--delete|--delete-all|delete)${END}`,
    re`${command('btrfs')}[ \t]+(?:subvolume|su|sub)[ \t]+(?:delete|del)|${command('zfs zpool')}[ \t]+(?:destroy|rollback)|${command('lvremove')}[ \t]`,
    re`${command('rm find shred truncate')}[ \t]${GAP}(?:backups?|snapshots?|\.snapshots|timeshift)(?:[/\s]|$)`,
    re`${command('tmutil')}[ \t]+(?:disable|delete|deletelocalsnapshots)`,
  ],
  [
    'protection_off',
    re`${command('systemctl service')}[ \t]${GAP}(?:stop|disable|mask|kill)[ \t]${GAP}(?:auditd|apparmor|firewalld|ufw|nftables|iptables|rsyslog|systemd-journald|fail2ban|clam[a-z-]*|falcon-sensor|wazuh-agent|crowdsec|usbguard|selinux[a-z-]*)`,
    re`${command('setenforce aa-disable aa-complain aa-teardown')}${END}`,
    re`${command('auditctl')}[ \t]${GAP}-[de]|selinux=`,
    re`${command('journalctl')}[ \t]${GAP}--vacuum-(?:size|files)[= \t]+[0-9]?[0-9]?[km]?${END}`,
    re`${command('sysctl')}[ \t]${GAP}[a-z_.-]+[ \t]*=|${command('ulimit')}[ \t]+-c`,
    re`${command('history')}[ \t]+-[cw]|histfile|histsize=0`,
    re`${command('chattr')}[ \t]|${command('mount')}[ \t]${GAP}(?:--bind|-o[ \t]+(?:re)?mount|--move|tmpfs)`,
  ],
  [
    'mass_permissions',
    re`${command('chmod chown chgrp setfacl chattr')}[ \t]${GAP}(?:-[a-z]*r[a-z]*|--recursive)[ \t]`,
    re`${command('chmod')}[ \t]${GAP}(?:0?777|666|000|a\+[rwx]*w|o\+[rwx]*w|a=rwx)${END}`,
    re`${command('find xargs')}[ \t]${LINE}(?:chmod|chown|chgrp|setfacl)${END}`,
    re`${command('chmod chown chgrp')}[ \t]${GAP}/(?:etc|usr|bin|sbin|lib|lib64|boot|var|home|root|srv|opt)?/?(?:\*)?${END}`,
  ],
  [
    'mass_changes',
    re`${command('find')}[ \t]${LINE}(?:-delete|-exec(?:dir)?[ \t]+(?:rm|shred|mv|truncate|sed|unlink))${END}`,
    re`${command('xargs parallel')}[ \t]${GAP}(?:rm|shred|unlink|truncate|mv|sed)${END}`,
    re`\|[ \t]*(?:while[ \t]+)?read[ \t]${TEXT}(?:rm|shred|mv|truncate|>)[ \t]`,
    re`${command('for')}[ \t]${LINE}\*${TEXT}${COMMAND}(?:rm|shred|mv|truncate|gpg|openssl)[ \t]`,
    re`${command('rsync')}[ \t]${GAP}--(?:delete|remove-source)|${command('tar')}[ \t]${GAP}--remove-files`,
    re`${command('rm shred')}[ \t]+(?:-[^\s;|&]+[ \t]+)*(?:-[a-z]*r[a-z]*|--recursive)[ \t]${TARGETS}${TREE}`,
    re`${command('mv')}[ \t]${GAP}/(?:home|root|srv|opt|var|etc|usr|boot|bin|sbin|lib)(?:/[^\s/;|&]*)?/?(?:\*)?[ \t]`,
    re`(?:rmtree|rmsync|rm_rf|rm_r|remove_tree|array_map[ \t(]*["']?unlink|unlink[ \t(]*glob|os\.remove|shutil\.move)`,
    re`${command('git')}[ \t]${GAP}clean[ \t]${GAP}-[a-z]*x|${command('docker podman')}[ \t]${GAP}(?:prune|volume[ \t]+rm)`,
    re`${command('sqlite3 psql mysql mariadb mongo mongosh redis-cli')}[ \t]${LINE}(?:delete[ \t]+from|drop[ \t]|truncate|flushall|dropdatabase|update[ \t])`,
    re`${command('dropdb dropuser')}[ \t]`,
  ],
  [
    'encrypts',
    re`${command('gpg gpg2')}[ \t]${GAP}(?:-[a-z]*[ce][a-z]*|--symmetric|--encrypt)${END}`,
    re`${command('openssl')}[ \t]+(?:enc|aes[a-z0-9-]*|smime)[ \t]`,
    re`${command('7z 7za 7zr zip rar')}[ \t]${GAP}(?:-p|-e${END}|--encrypt|-hp)`,
    re`${command('fscrypt ecryptfs-setup-private age ccrypt fdesetup')}[ \t]`,
    re`${command('cryptsetup')}[ \t]${GAP}(?:luksformat|lukserase|erase|reencrypt|luksaddkey|lukskillslot|luksremovekey|lukschangekey)`,
  ],
  [
    'writes_disk',
    re`${command('dd')}[ \t]${GAP}of=/dev/(?:[hsv]d|nvme|mmcblk|disk|mapper|md|loop)`,
    re`${command('dd')}[ \t]${GAP}of=(?:[hsv]d[a-z]|nvme|mmcblk|disk[0-9])`,
    re`>[ \t]*/(?:dev/(?:[hsv]d|nvme|mmcblk|disk|mapper|md)|sys/block/)`,
    re`${COMMAND}(?:mkfs[.a-z0-9]*|mke2fs|newfs)${END}`,
    re`${command('wipefs')}[ \t]${GAP}(?:-[a-z]*[ao]|--all|--offset)`,
    re`${command('blkdiscard pvremove vgremove lvremove lvreduce partprobe')}${END}`,
    re`${command('sgdisk')}[ \t]${GAP}-(?:[a-z]*[zondtcg]|-zap|-new|-delete|-clear)`,
    re`${command('parted')}[ \t]${GAP}(?:mkpart|mklabel|mktable|rm|resizepart|set)${END}`,
    re`\|[ \t]*(?:sfdisk|fdisk|gdisk)${END}`,
    re`${command('sfdisk fdisk')}[ \t]${GAP}(?:<|--delete|--wipe)`,
    re`${command('mdadm zpool hdparm nvme dmsetup')}[ \t]${GAP}(?:--zero-superblock|--stop|--remove|--fail|--create|destroy|remove|offline|labelclear|format|sanitize|delete-ns|--security|--trim|remove_all)`,
    re`${command('diskutil')}[ \t]+(?:erase|partition|apfs)`,
    re`${command('umount')}[ \t]${GAP}-[alf]`,
  ],
  [
    'changes_boot',
    re`${command('grub-install update-grub grub-mkconfig grub2-mkconfig grub2-install update-initramfs dracut mkinitcpio bootctl kernel-install kexec nvram bless')}${END}`,
    re`${command('efibootmgr')}[ \t]${GAP}-[bcndoa]`,
    re`(?:>|${COMMAND}(?:rm|mv|cp|tee|truncate|sed|ln|dd|shred|chmod)[ \t]${GAP})[ \t]*[^\s;|&]*/boot(?:/|${END})`,
    re`/etc/(?:default/grub|grub\.d)|${command('systemctl')}[ \t]${GAP}(?:set-default|isolate|rescue|emergency|default)${END}`,
    re`>[ \t]*/proc/sys(?:rq-trigger|/kernel)`,
  ],
  [
    'edits_system_file',
    re`>[ \t]*${SYSTEM_FILE}`,
    re`${command(WRITES)}[ \t]${GAP}${SYSTEM_FILE}`,
    re`${command('sed perl')}[ \t]${GAP}(?:-[a-z]*i|--in-place)${GAP}${SYSTEM_FILE}`,
    re`${command('cp ln install dd')}[ \t]${GAP}[ \t](?:of=)?${SYSTEM_FILE}[^\s;|&]*${STOP}`,
    re`${command('visudo vipw vigr')}${END}`,
    re`(?:open|write|writefile|writefilesync|appendfile|file_put_contents)[ \t(]${LINE}${SYSTEM_FILE}`,
    re`${command('update-alternatives dpkg-divert hostnamectl authselect pam-auth-update')}[ \t]${GAP}(?:--set|--install|--add|set-hostname|select|--enable|--package|--disable)`,
  ],
  [
    'whole_disk_container',
    re`${command('docker podman nerdctl')}[ \t]${GAP}(?:--privileged|--pid[= ]host|-v[ \t]*/:|--volume[= \t]*/:|docker\.sock|--cap-add|source=/,)`,
    re`${command('chroot unshare nsenter')}[ \t]`,
  ],
  [
    'removes_software',
    re`${command('apt apt-get aptitude nala dnf yum zypper snap flatpak brew apk pip pip3 npm port')}${ARGUMENTS}(?:${REMOVES.replaceAll(' ', '|')}|del|rm)${END}`,
    re`${command('dpkg')}[ \t]${GAP}(?:-[rp]|--remove|--purge)${END}|${command('rpm')}[ \t]${GAP}(?:-[a-z]*e[a-z]*|--erase)${END}|${command('pacman')}[ \t]${GAP}-r`,
  ],
  [
    'restarts',
    re`${command('reboot poweroff halt shutdown pm-suspend')}${END}`,
    re`${command('systemctl')}${ARGUMENTS}(?:reboot|poweroff|halt|suspend|hibernate|kexec|soft-reboot|hybrid-sleep)${END}`,
    re`${command('init telinit')}[ \t]+[0156s]${END}`,
  ],
]);
