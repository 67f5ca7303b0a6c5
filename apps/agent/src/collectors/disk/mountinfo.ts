/** One line of /proc/self/mountinfo (proc(5)). */
export interface Mount {
  /** `major:minor`, the same for every mount of one file system. */
  device: string;
  /** The part of the file system that is mounted: `/`, or a subvolume, or what a bind mount shows. */
  root: string;
  point: string;
  type: string;
  source: string;
}

/** How to ask for a volume's size without putting the agent at risk. */
export type VolumeAccess = 'direct' | 'child';
export type SelectedVolume = { mount: Mount; access: VolumeAccess };

/** Pseudo file systems: nobody's data fills them up. */
const PSEUDO = new Set(
  (
    'autofs bdev binder binfmt_misc bpf cgroup cgroup2 configfs cpuset debugfs devfs devpts devtmpfs ' +
    'dmabuf efivarfs fusectl hugetlbfs mqueue nsfs pipefs proc pstore ramfs rootfs rpc_pipefs ' +
    'securityfs selinuxfs smackfs sockfs sysfs tmpfs tracefs overlay aufs fuse.lxcfs fuse.portal ' +
    'fuse.gvfsd-fuse fuse.snapfuse fuse.squashfuse fuse.xdg-document-portal'
  ).split(' '),
);
/** Read-only images, which are always full. */
const IMAGES = new Set('squashfs erofs iso9660 udf cramfs romfs fuse.erofs fuse.dwarfs'.split(' '));
/** Served by another host or process, which may be dead. Every `fuse*` type belongs here, too. */
const REMOTE = new Set(
  'nfs nfs4 cifs smb3 smbfs ncpfs afs ceph coda 9p virtiofs lustre ocfs2 gfs2 beegfs orangefs davfs'.split(
    ' ',
  ),
);

const MAX_VOLUMES = 200;

/** Mounts of all lines that are well-formed. */
export function parseMountinfo(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ', 2);
    const [, , device, root, point] = before.split(' ');
    const [type, source] = after.split(' ');
    if (!device || !root || !point?.startsWith('/') || !type) return [];
    return [
      {
        device,
        root: unescapeOctal(root),
        point: unescapeOctal(point),
        type,
        source: unescapeOctal(source ?? ''),
      },
    ];
  });
}

/** The kernel writes blank, tab, newline, `#` and backslash as `\040` and the like; only these. */
function unescapeOctal(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\([0-3][0-7]{2})/g, (_, octal: string) =>
    String.fromCharCode(parseInt(octal, 8)),
  );
}

export function isRemote({ type }: Mount): boolean {
  return REMOTE.has(type) || type.startsWith('fuse');
}

/**
 * Mounts that people think of as volumes: each file system once, by its shortest mount point, no
 * pseudo file systems, no images. The root always counts, even an overlay in a container or memory
 * in a live system.
 */
export function selectVolumes(mounts: readonly Mount[]): SelectedVolume[] {
  const visible = new Map<string, Mount>();
  // A later mount hides an earlier one at the same place.
  for (const mount of mounts) visible.set(mount.point, mount);
  const real = [...visible.values()].filter(
    (mount) => mount.point === '/' || (!PSEUDO.has(mount.type) && !IMAGES.has(mount.type)),
  );
  const first = new Map<string, Mount>();
  for (const mount of real) {
    const other = first.get(mount.device);
    if (!other || mount.point.length < other.point.length) first.set(mount.device, mount);
  }
  return [...first.values()]
    .sort((a, b) => (a.point < b.point ? -1 : 1))
    .slice(0, MAX_VOLUMES)
    .map((mount) => ({ mount, access: isRemote(mount) ? 'child' : 'direct' }));
}
