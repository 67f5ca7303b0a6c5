import { existsSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { ENV, PRIVATE_MARKER, type EnvVariable } from '@kenny/contract';
import { judgePath } from '@kenny/guard';

/** A file with a secret that the server is set up with. */
export interface SecretFile {
  /** The variable that names it. */
  readonly variable: string;
  /** Absolute. */
  readonly file: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const TLS_KEY = 'KENNY_TLS_KEY' satisfies keyof typeof ENV;
const MARKER_WORDS = 'kenny keeps keys here; its read tools never look inside.\n';
/** What everybody uses is hidden from nobody. */
const SHARED =
  /^\/(?:etc|home|mnt|opt|root|run|srv|tmp|usr|var|usr\/local|usr\/local\/etc|var\/(?:lib|tmp))?$/;

/** Every file that the environment names and that holds a secret. */
export function secretFilesOf(env: Environment, cwd: string): SecretFile[] {
  const names = Object.entries<EnvVariable>(ENV).flatMap(([name, { file }]) =>
    file === true ? [`${name}_FILE`] : [],
  );
  return [...names, TLS_KEY].flatMap((variable) => {
    const path = env[variable]?.trim();
    return path ? [{ variable, file: resolve(cwd, path) }] : [];
  });
}

/** An agent on this machine would find it by its name or below a marker, and let nobody read it. */
export function isHidden({ file }: SecretFile): boolean {
  if (judgePath(file).blocked) return true;
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, PRIVATE_MARKER))) return true;
    if (folder === dirname(folder)) return false;
  }
}

/** The folder may be closed to every read tool as a whole, because it is about secrets alone. */
export function mayBeMarked(folder: string): boolean {
  if (folder === parse(folder).root || folder === resolve(homedir())) return false;
  return !SHARED.test(folder) && (statSync(folder).mode & 0o002) === 0;
}

/** Hides a folder and everything below it from every read tool. */
export function markPrivate(folder: string, mode = 0o644): void {
  const marker = join(folder, PRIVATE_MARKER);
  if (!existsSync(marker)) writeFileSync(marker, MARKER_WORDS, { mode });
}
