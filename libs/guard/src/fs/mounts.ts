import { readFile, type FileHandle } from 'node:fs/promises';

/** One line of `/proc/self/mountinfo` (proc(5)). */
interface Mount {
  readonly id: string;
  /** Major and minor number of the file system. */
  readonly device: string;
  /** The folder of the file system that lies at `point`. */
  readonly root: string;
  readonly point: string;
}

/** Position of a file in its file system, and the paths that reach it. */
export interface Place {
  /** From the root of its file system, whatever part of that is mounted where. */
  readonly inside: string;
  /** Absolute paths that lead there by every mount of the file system, the one asked about too. */
  readonly names: readonly string[];
}

/**
 * This process's mounts, on Linux. A bind mount gives a folder or file another path that neither
 * links nor markers reveal; the kernel does.
 */
export class MountTable {
  private mounts: readonly Mount[] | undefined;

  constructor(private readonly read = () => readFile('/proc/self/mountinfo', 'utf8')) {}

  /**
   * @param real the path by which the handle was opened, without links
   * @returns undefined when the mount is in no list any more
   */
  async placeOf(handle: FileHandle, real: string): Promise<Place | undefined> {
    const info = await readFile(`/proc/self/fdinfo/${handle.fd}`, 'utf8');
    const id = /^mnt_id:\s*(\d+)/m.exec(info)?.[1] ?? '';
    // A search may take minutes: new mounts are looked up when met.
    if (!this.mounts?.some((mount) => mount.id === id)) this.mounts = parse(await this.read());
    const mount = this.mounts.find((known) => known.id === id);
    const rest = mount && below(real, mount.point);
    if (!mount || rest === undefined) return undefined;
    const inside = join(mount.root, rest);
    const names = this.mounts
      .filter(({ device }) => device === mount.device)
      .flatMap(({ root, point }) => {
        const part = below(inside, root);
        return part === undefined ? [] : [join(point, part)];
      });
    return { inside, names };
  }
}

function parse(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [id, , device, root, point] = line.split(' ');
    if (id === undefined || device === undefined) return [];
    if (root === undefined || point === undefined) return [];
    return [{ id, device, root: plain(root), point: plain(point) }];
  });
}

/** Blanks and the like stand as `\040`, byte by byte. */
function plain(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 8)),
  );
}

/** `/x` of `/mnt/x` below `/mnt`, empty for the folder itself. */
function below(path: string, folder: string): string | undefined {
  if (folder === '/') return path === '/' ? '' : path;
  if (path === folder) return '';
  return path.startsWith(`${folder}/`) ? path.slice(folder.length) : undefined;
}

const join = (folder: string, rest: string) => (folder === '/' ? rest || '/' : folder + rest);
