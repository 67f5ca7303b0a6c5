import { ARGUMENTS, END, GAP, LINE, TEXT, command, re, rules } from './pattern.js';

/** Disks, partitions, shadow copies, backups, boot configuration, secure wipe. */
const RAW_DEVICE = re`\\\\[.?]\\(?:physicaldrive|harddisk|globalroot|volume|[a-z]:)`;
const CLEAN = re`(?:clean|format|delete +(?:partition|volume|disk)|convert +(?:gpt|mbr|dynamic))`;

export const diskRules = rules('powershell', [
  [
    'ps_disk_cmdlet',
    'destroys a disk, partition or volume',
    command(`clear-disk initialize-disk format-volume remove-partition delete-partition
      reset-physicaldisk remove-virtualdisk remove-storagepool remove-physicaldisk`) + END,
  ],
  [
    'ps_disk_removal',
    'takes a disk or volume away from Windows',
    [
      re`${command('set-disk')}${ARGUMENTS}-(?:isoffline|isreadonly)[ \t:]+(?:\$?true|1)`,
      re`\|[ \t]*set-disk[ \t]+${GAP}-(?:isoffline|isreadonly)[ \t:]+(?:\$?true|1)`,
      re`${command('mountvol')}${ARGUMENTS}/[pd]${END}`,
      re`${command('remove-partitionaccesspath dismount-diskimage')}[ \t]${GAP}-(?:driveletter|accesspath)`,
    ],
  ],
  [
    'ps_disk_lock',
    'encrypts or locks a drive so that only who asked for it can open it',
    [
      re`${command('manage-bde')}${ARGUMENTS}[-/]protectors${ARGUMENTS}[-/](?:delete|disable)`,
      re`${command('manage-bde')}${ARGUMENTS}[-/](?:on|protectors)${ARGUMENTS}[-/](?:password|pw|startupkey|sk)${END}`,
      re`${command('manage-bde')}${ARGUMENTS}[-/](?:lock|changepassword|changepin|changekey)${END}`,
      `${command('remove-bitlockerkeyprotector lock-bitlocker clear-bitlockerautounlock disable-bitlockerautounlock')}${END}`,
      re`\|[ \t]*(?:remove-bitlockerkeyprotector|lock-bitlocker)${END}`,
      re`${command('enable-bitlocker add-bitlockerkeyprotector')}[ \t]${GAP}-pa?s?s?w?o?r?d?(?:protector)?(?:[\s:;]|$)`,
    ],
  ],
  [
    'ps_disk_cim_method',
    'destroys a disk, partition or volume',
    re`(?:msft_(?:disk|partition|volume)|win32_volume)${LINE}[. ](?:clear|format|deleteobject|initialize)(?:[ (]|$)`,
  ],
  [
    'ps_format_drive',
    'formats a drive',
    re`${command('format')}[ \t](?:${GAP}[ \t])?(?:[a-z]:|\\\\\?\\volume)`,
  ],
  [
    'ps_diskpart',
    'runs diskpart commands that destroy partitions',
    [re`${command('diskpart')}${ARGUMENTS}[-/]s${END}`, re`${CLEAN}[^|]*\|\s*diskpart`],
  ],
  [
    'ps_raw_disk_write',
    'writes to a disk past its file system',
    [
      re`(?:of=|::open(?:write)?\s?\(?|filestream\s\(?|>\s*)${RAW_DEVICE}`,
      re`${command('set-content add-content out-file copy-item copy cp cpi xcopy sc ac')}${ARGUMENTS}${RAW_DEVICE}`,
    ],
  ],
  [
    'ps_factory_reset',
    'resets the whole PC',
    [re`${command('systemreset')}[ \t]+[-/]`, 'mdm_remotewipe'],
  ],
  [
    'ps_secure_wipe',
    'wipes data beyond recovery',
    [
      re`${command('cipher')}${ARGUMENTS}[-/]w`,
      re`${command('sdelete sdelete64 eraser')}[ \t]+[^\s;|]`,
      re`${command('manage-bde')}${ARGUMENTS}-(?:wipefreespace|w|forcerecovery|fr)${END}`,
    ],
  ],
  [
    'ps_shadow_copies',
    'deletes restore points and earlier versions of files (shadow copies)',
    [
      re`${command('vssadmin')}${ARGUMENTS}(?:delete|resize)[ \t]+shadow`,
      re`${command('wmic')}${ARGUMENTS}shadowcopy${GAP}[ \t](?:delete|call)`,
      `${command('diskshadow')}${END}`,
      re`win32_shadow(?:copy|storage)${TEXT}(?:\. ?delete|(?:remove|set)-(?:wmiobject|wmiinstance|ciminstance)|rwmi|rcim|deleteinstance)`,
    ],
  ],
  [
    'ps_backups',
    'deletes backups or switches recovery off',
    [
      `${command('wbadmin')}${ARGUMENTS}(?:delete|disable)${END}`,
      `${command('disable-computerrestore remove-wbpolicy remove-wbbackupset')}${END}`,
      re`systemrestore[')]* ?(?:\.|::)disable|srremoverestorepoint`,
      `${command('reagentc')}${ARGUMENTS}[-/](?:disable|setreimage|setosimage)${END}`,
    ],
  ],
  [
    'ps_usn_journal',
    'deletes the list of changed files that Windows keeps for a drive',
    re`${command('fsutil')}${ARGUMENTS}usn[ \t]+deletejournal`,
  ],
  [
    'ps_boot_configuration',
    'edits the boot configuration',
    [
      `${command('bcdedit')}${ARGUMENTS}[-/](?:set|delete|deletevalue|import|create|createstore|copy|` +
        `default|displayorder|bootsequence|toolsdisplayorder|timeout|ems|bootems|debug|dbgsettings|` +
        `bootdebug|hypervisorsettings|event|mirror)${END}`,
      `${command('bootrec')}${ARGUMENTS}[-/](?:fixmbr|fixboot|rebuildbcd)`,
      `${command('bootsect')}${ARGUMENTS}[-/]nt`,
      re`${command('bcdboot')}[ \t]+[a-z]:`,
      `${command('set-securebootuefi format-securebootuefi')}${END}`,
    ],
  ],
]);
