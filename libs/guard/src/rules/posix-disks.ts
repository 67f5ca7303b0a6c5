import { ARGUMENTS, END, GAP, command, oneOf, re, rules } from './pattern.js';

/** Disks, partitions, encrypted volumes, the kernel. */
const DEVICE =
  '/dev/(?:[shv]d[a-z]|xvd[a-z]|nvme[0-9]|mmcblk[0-9]|md[0-9]|dm-[0-9]|mapper/|disk|rdisk|nbd[0-9]|' +
  'zd[0-9]|bcache[0-9]|mtd|pmem[0-9]|ubi|dasd|vg|k?mem|port)';
const PARTITION = 'fdisk gdisk cgdisk cfdisk sfdisk parted sgdisk';

const MAKE = re`mkfs mke2fs mkswap mkntfs mkdosfs mkudffs mkexfatfs make-bcache pvcreate newfs newfs_hfs newfs_apfs
  newfs_msdos newfs_exfat mkfs\.ext2 mkfs\.ext3 mkfs\.ext4 mkfs\.xfs mkfs\.btrfs mkfs\.vfat mkfs\.fat mkfs\.msdos
  mkfs\.ntfs mkfs\.exfat mkfs\.f2fs mkfs\.minix mkfs\.bfs mkfs\.jfs mkfs\.reiserfs mkfs\.nilfs2 mkfs\.bcachefs`;

export const posixDiskRules = rules('posix', [
  [
    'posix_make_filesystem',
    'formats a disk or partition',
    [
      re`${command(MAKE)}${ARGUMENTS}${DEVICE}`,
      `${command('diskutil')}${ARGUMENTS}(?:erasedisk|erasevolume|reformat|partitiondisk|zerodisk|randomdisk|secureerase|deletecontainer|deletevolume)${END}`,
      `${command('zpool')}${ARGUMENTS}(?:destroy|labelclear|create)${END}`,
      `${command('zfs')}${ARGUMENTS}destroy${END}`,
      re`${command('lvremove vgremove pvremove')}[ \t]`,
      `${command('mdadm')}${ARGUMENTS}--(?:zero-superblock|create)${END}`,
      `${command('dmsetup')}${ARGUMENTS}(?:wipe_table|remove_all|remove)${END}`,
    ],
  ],
  [
    'posix_write_device',
    'writes to a disk past its file system',
    [
      `${command('dd dcfldd dc3dd sg_dd')}${ARGUMENTS}of=${DEVICE}`,
      re`>\s*${DEVICE}`,
      `${command('tee cp mv install ddrescue truncate pv rsync bmaptool')}${ARGUMENTS}${DEVICE}[a-z0-9]*[ \\t]*(?:$|[\\n;|&)}>])`,
      `${command('shred blkdiscard wipe scrub nwipe srm')}${ARGUMENTS}${DEVICE}`,
      `${command('badblocks')}${ARGUMENTS}-[a-z]*w`,
      `${command('wipefs')}${ARGUMENTS}(?:-[a-z]*[ao]|--all|--offset)`,
    ],
  ],
  [
    'posix_partition_table',
    'changes or destroys a partition table',
    [
      re`${command('sgdisk')}${ARGUMENTS}(?:-[a-z]*[zodg]|--zap|--zap-all|--clear|--delete|--mbrtogpt)(?:[\s=0-9]|$)`,
      `${command('sfdisk')}${ARGUMENTS}(?:--delete|--wipe)`,
      `${command('parted')}${ARGUMENTS}(?:mklabel|mktable|mkpart|rm|resizepart)${END}`,
      re`\|\s*${oneOf(PARTITION)}${ARGUMENTS}${DEVICE}`,
      `${command(PARTITION)}${ARGUMENTS}${DEVICE}${GAP}<`,
    ],
  ],
  [
    'posix_firmware_erase',
    'lets a disk erase itself',
    [
      `${command('hdparm')}${ARGUMENTS}--(?:security-erase|security-set-pass|trim-sector|write-sector|repair-sector|make-bad-sector|sanitize)`,
      `${command('nvme')}${ARGUMENTS}(?:format|sanitize|write-zeroes|write-uncor|delete-ns|dsm)${END}`,
      `${command('sg_format sg_sanitize sg_write_same')}${END}`,
    ],
  ],
  [
    'posix_crypto_erase',
    'destroys the keys of an encrypted drive',
    `${command('cryptsetup')}${ARGUMENTS}(?:erase|lukserase|luksformat|lukskillslot|luksremovekey|luksheaderrestore|reencrypt)${END}`,
  ],
  [
    'posix_disk_removal',
    'takes a disk away from the running system',
    [
      re`>\s*/sys/(?:block|class|bus|devices)/[^\s;|&({]*/(?:delete|remove|unbind)${END}`,
      re`${command('tee')}[ \t]${GAP}/sys/(?:block|class|bus|devices)/[^\s;|&({]*/(?:delete|remove|unbind)${END}`,
    ],
  ],
  [
    'posix_backups',
    'deletes snapshots or backups',
    [
      re`${command('btrfs')}${ARGUMENTS}subvolume[ \t]+delete[ \t]+(?:-[^\s;|&({]+[ \t]+)*(?:/(?:home|root|var|srv|etc|usr)?/?${END}|[^\s;|&({]*\*)`,
      re`${command('restic')}[ \t]${GAP}(?:--keep-[a-z]+[= \t]+0${END}|--unsafe-allow-remove-all)`,
      re`${command('borg')}${ARGUMENTS}delete${END}`,
      re`${command('borg')}${ARGUMENTS}prune[ \t]${GAP}--keep-[a-z]+[= \t]+0${END}`,
      re`${command('duplicity')}${ARGUMENTS}(?:remove-older-than|remove-all-but-n-full)[ \t]+0`,
      re`${command('rdiff-backup')}[ \t]${GAP}(?:--older-than|--remove-older-than)[= \t]+(?:0|now)`,
      `${command('timeshift')}${ARGUMENTS}--delete-all${END}`,
      re`${command('snapper')}${ARGUMENTS}delete[ \t]${GAP}[0-9]+-[0-9][0-9][0-9]`,
      re`${command('kopia')}${ARGUMENTS}(?:--all-snapshots-for-source|repository[ \t]+destroy)`,
    ],
  ],
  [
    'posix_kernel_crash',
    'crashes or restarts the system at once',
    [re`>\s*/proc/sysrq-trigger`, re`${command('tee cp dd')}[ \t]${GAP}/proc/sysrq-trigger`],
  ],
]);
