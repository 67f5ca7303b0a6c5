import { isObject } from '@kenny/kernel';
import { OPERATING_SYSTEMS, SERVICE_NAME, type Os } from './constants.js';
import { compareVersions } from './version.js';

/**
 * What a signed agent release is made of (ADR 0040): one executable, and beside it a manifest
 * that says what it is, signed with a key that no server has.
 */
export interface ReleaseFacts {
  readonly version: string;
  readonly os: Os;
  /** Of the processor, as in `register.meta.arch`. */
  readonly arch: string;
  /** Bytes of the executable. */
  readonly size: number;
  /** Of the executable, in lower-case hex. */
  readonly sha256: string;
}

export interface ReleaseManifest extends ReleaseFacts {
  /** Base64 of the Ed25519 signature over the facts (`releaseText` of the handshake library). */
  readonly sig: string;
}

export const RELEASE_FILES = {
  /** Below `dist`: a folder for each system and processor, filled by `npm run release:sign`. */
  folder: 'releases',
  /** Behind the name, and the address, of the executable. */
  manifestSuffix: '.manifest.json',
} as const;

/** As what it travels: as it is, to the last byte. */
export const FILE_TYPE = 'application/octet-stream';

export const RELEASE_CAPS = {
  executableBytes: 256 * 1024 * 1024,
  manifestBytes: 4 * 1024,
} as const;

/** Names of processors as agents of this protocol say them, by Node's names. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

/** `register.meta.arch` for what Node calls a processor. */
export function wireArch(nodeArch: string): string {
  return ARCHITECTURES[nodeArch] ?? nodeArch;
}

/** `linux-x86_64`: the folder of all releases for such PCs. */
export function releaseFolder({ os, arch }: Pick<ReleaseFacts, 'os' | 'arch'>): string {
  return `${os}-${arch}`;
}

/** `kenny-agent-0.2.0`, and on Windows with its ending. */
export function releaseFileName({ version, os }: Pick<ReleaseFacts, 'version' | 'os'>): string {
  return `${SERVICE_NAME}-${version}${os === 'windows' ? '.exe' : ''}`;
}

/**
 * Where the manifest of the executable at this address is: its path with the suffix, the rest as it is.
 * @throws TypeError for what is no address
 */
export function releaseManifestUrl(url: string): string {
  const manifest = new URL(url);
  manifest.pathname += RELEASE_FILES.manifestSuffix;
  return manifest.href;
}

const ARCH = /^[a-z0-9_]{1,32}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;
const KEYS = ['arch', 'os', 'sha256', 'sig', 'size', 'version'];

/**
 * A manifest that has the right shape, or what is wrong with it. Nothing is verified yet. Exactly the
 * known keys: what is not signed must not look as if it were.
 */
export function parseReleaseManifest(text: string): ReleaseManifest | { problem: string } {
  const value = objectOf(text);
  if (!value) return { problem: 'the manifest is no JSON object' };
  if (Object.keys(value).sort().join() !== KEYS.join()) {
    return { problem: `the manifest must have exactly these keys: ${KEYS.join(', ')}` };
  }
  const { version, os, arch, size, sha256, sig } = value;
  const system = OPERATING_SYSTEMS.find((known) => known === os);
  if (typeof version !== 'string' || compareVersions(version, version) === undefined) {
    return { problem: 'the version of the manifest is none' };
  }
  if (!system) return { problem: 'the manifest names no known system' };
  if (typeof arch !== 'string' || !ARCH.test(arch)) {
    return { problem: 'the manifest names no processor' };
  }
  if (!isSize(size)) {
    return { problem: `the size must be from 1 to ${RELEASE_CAPS.executableBytes} bytes` };
  }
  if (typeof sha256 !== 'string' || !SHA256.test(sha256)) {
    return { problem: 'the SHA-256 of the manifest is none' };
  }
  if (typeof sig !== 'string' || !SIGNATURE.test(sig)) {
    return { problem: 'the signature of the manifest is none' };
  }
  return { version, os: system, arch, size, sha256, sig };
}

function objectOf(text: string): Record<string, unknown> | undefined {
  if (text.length > RELEASE_CAPS.manifestBytes) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    return { ...value };
  } catch {
    return undefined; // the caller says that it is none
  }
}

function isSize(value: unknown): value is number {
  const whole = typeof value === 'number' && Number.isSafeInteger(value);
  return whole && value > 0 && value <= RELEASE_CAPS.executableBytes;
}
