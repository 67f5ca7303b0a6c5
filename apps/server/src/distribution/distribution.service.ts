import { DOWNLOAD_PATHS, type InstallerIssued, type Os } from '@kenny/contract';
import type { Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { AuditLog } from '../audit/index.js';
import {
  FailureLimiter,
  InstallerLinks,
  isPlainBeyondLoopback,
  serverUrl,
  type Acting,
  type Anonymous,
  type InstallerGrant,
} from '../auth/index.js';
import { AgentsAddress, APP_CONFIG, type AgentsPlace, type AppConfig } from '../config/index.js';
import { addressGroup, CLOCK, KennyError } from '../kernel/index.js';
import { downloadPage, gonePage } from './download-page.js';
import { installCommand, windowsInstallCommand } from './install-command.js';
import { installScript } from './install-script.js';
import type { InstallerFacts } from './installer-facts.js';
import { installerSettings } from './installer-settings.js';
import { Packages } from './packages.js';
import { ShortCodes } from './short-codes.js';

const GZIP = 'application/gzip';
const ZIP = 'application/zip';

/** A script, and the name under which a browser keeps it. */
export interface ScriptFile {
  readonly name: string;
  readonly text: string;
}

/** An archive that is being sent. */
export interface ArchiveFile {
  readonly name: string;
  readonly type: typeof GZIP | typeof ZIP;
  readonly bytes: number;
  readonly stream: Readable;
}

type Config = Pick<AppConfig, 'telemetryIntervalSecs'>;

/** Guessing 256 random bits is hopeless; this keeps the attempts from costing much. */
const LIMITS = { failures: 60, windowMs: 5 * 60_000 } as const;
/** A code is six letters: whoever types it needs a few attempts, and guesses nothing with them. */
const CODE_LIMITS = { failures: 10, windowMs: 5 * 60_000 } as const;

/** Installers: links, the page and the script behind them, the packages they bring. */
@Injectable()
export class DistributionService {
  private readonly failures: FailureLimiter;
  private readonly wrongCodes: FailureLimiter;
  private readonly codes: ShortCodes;

  constructor(
    private readonly links: InstallerLinks,
    private readonly packages: Packages,
    private readonly audit: AuditLog,
    private readonly where: AgentsAddress,
    @Inject(APP_CONFIG) private readonly config: Config,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.failures = new FailureLimiter(clock, LIMITS);
    this.wrongCodes = new FailureLimiter(clock, CODE_LIMITS);
    this.codes = new ShortCodes(clock);
  }

  /** @throws KennyError `unsupported` or `conflict` when there is no installer for that system */
  async mustServe(os: Os): Promise<void> {
    await this.packages.find(os);
  }

  /**
   * @param at - `host:port` that the PC dials
   * @throws KennyError `unsupported`, `conflict` without a package, `unknown_agent`, `bad_args`
   */
  async issue(acting: Acting, agentId: string, os: Os, at?: string): Promise<InstallerIssued> {
    // First, so that an unusable link replaces no token.
    const place = this.where.mustPlaceAt(at);
    await this.mustServe(os);
    const { nonce, ...issued } = await this.links.issue(acting, agentId, os);
    return {
      ...issued,
      os,
      url: place.url + DOWNLOAD_PATHS.page(nonce),
      short_url:
        place.url + DOWNLOAD_PATHS.short(this.codes.issue(nonce, Date.parse(issued.expires_at))),
      command: commandFor(place, nonce, os),
      authority: place.authority,
    };
  }

  /** The page behind a link; expired links have one too. */
  async page(from: Anonymous, nonce: string): Promise<{ found: boolean; html: string }> {
    const grant = await this.grant(from, nonce);
    if (!grant) return { found: false, html: gonePage() };
    const place = this.where.placeFor(from.host);
    const html = downloadPage({
      agent_id: grant.agent_id,
      os: grant.os,
      host: new URL(place.url).host,
      command: commandFor(place, nonce, grant.os),
      path: DOWNLOAD_PATHS.page(nonce),
      file_name: fileName(grant),
      expires_at: new Date(grant.expires_at).toISOString(),
    });
    return { found: true, html };
  }

  /**
   * The same page for a code that somebody has typed.
   * @throws KennyError `rate_limited`, also for a right one: otherwise guessing would go on
   */
  async pageOfCode(from: Anonymous, code: string): Promise<{ found: boolean; html: string }> {
    const group = addressGroup(from.address);
    mustNotBeLimited(this.wrongCodes, group, 'codes');
    const nonce = this.codes.nonceOf(code);
    if (nonce !== null && (await this.links.open(nonce))) return this.page(from, nonce);
    this.codes.forget(code);
    this.wrongCodes.fail(group);
    return { found: false, html: gonePage() };
  }

  /**
   * What the page's own form downloads: all that a person needs on that system.
   * @throws KennyError as `script`
   */
  async file(from: Anonymous, nonce: string): Promise<ScriptFile | ArchiveFile> {
    const grant = await this.mustOpen(from, nonce);
    return grant.os === 'windows' ? this.settled(from, grant) : this.scriptOf(from, grant, nonce);
  }

  /**
   * The script for a shell.
   * @throws KennyError `not_found` for a link that is over or of a system without a shell of ours,
   *   `conflict` without a package
   */
  async script(from: Anonymous, nonce: string): Promise<ScriptFile> {
    const grant = await this.mustOpen(from, nonce);
    if (grant.os === 'windows') {
      throw new KennyError(
        'not_found',
        'This link is for a Windows PC: open it there and download the archive.',
      );
    }
    return this.scriptOf(from, grant, nonce);
  }

  /** @throws KennyError as `script` */
  async package(from: Anonymous, nonce: string): Promise<ArchiveFile> {
    const grant = await this.mustOpen(from, nonce);
    if (grant.os === 'windows') return this.settled(from, grant);
    const { archive } = await this.packages.find(grant.os);
    return { name: archive.name, type: GZIP, ...(await this.packages.archive(grant.os)) };
  }

  private async scriptOf(
    from: Anonymous,
    grant: InstallerGrant,
    nonce: string,
  ): Promise<ScriptFile> {
    const place = this.where.placeFor(from.host);
    const text = installScript({
      ...this.facts(place, grant),
      package_url: place.url + DOWNLOAD_PATHS.package(nonce),
      package: await this.packages.find(grant.os),
    });
    this.record(from, grant, 'installer.script');
    return { name: fileName(grant), text };
  }

  /** The package with the settings of this PC in it: a secret, like the script. */
  private async settled(from: Anonymous, grant: InstallerGrant): Promise<ArchiveFile> {
    const files = installerSettings(this.facts(this.where.placeFor(from.host), grant));
    const archive = await this.packages.archiveWith(grant.os, files);
    this.record(from, grant, 'installer.archive');
    return { name: fileName(grant), type: ZIP, ...archive };
  }

  private facts(
    { url, authority }: AgentsPlace,
    { agent_id, token, server_public_key }: InstallerGrant,
  ): InstallerFacts {
    const server_url = serverUrl(url);
    return {
      agent_id,
      token,
      server_public_key,
      server_url,
      telemetry_interval_s: this.config.telemetryIntervalSecs,
      tls_ca: authority,
      insecure: isPlainBeyondLoopback(server_url),
    };
  }

  private async mustOpen(from: Anonymous, nonce: string): Promise<InstallerGrant> {
    const grant = await this.grant(from, nonce);
    if (grant) return grant;
    throw new KennyError(
      'not_found',
      'This link was used or is over; ask for a new one ("kenny agent installer").',
    );
  }

  /** A valid link is never rate-limited. */
  private async grant(from: Anonymous, nonce: string): Promise<InstallerGrant | null> {
    const grant = await this.links.open(nonce);
    if (grant) return grant;
    const group = addressGroup(from.address);
    mustNotBeLimited(this.failures, group, 'links');
    this.failures.fail(group);
    return null;
  }

  private record(from: Anonymous, { agent_id }: InstallerGrant, target: string): void {
    const { door, request_id, address } = from;
    this.audit.record({
      actor: { kind: 'agent', id: agent_id, name: agent_id },
      door,
      request_id,
      kind: 'agent',
      agent_id,
      target,
      args: { address },
      ok: true,
    });
  }
}

/** To be typed on the PC. */
function commandFor({ url, certificate }: AgentsPlace, nonce: string, os: Os): string {
  return os === 'windows'
    ? windowsInstallCommand(url + DOWNLOAD_PATHS.package(nonce), certificate)
    : installCommand(url + DOWNLOAD_PATHS.script(nonce), certificate);
}

function mustNotBeLimited(limiter: FailureLimiter, group: string, what: string): void {
  const retry_after = limiter.retryAfter(group);
  if (retry_after === 0) return;
  throw new KennyError(
    'rate_limited',
    `Too many wrong ${what} from your address; try again in ${retry_after} s.`,
    { retry_after },
  );
}

/** An id consists of letters, digits, `_`, `.` and `-`, so it is safe in file names. */
function fileName({ agent_id, os }: InstallerGrant): string {
  return `kenny-${agent_id}.${os === 'windows' ? 'zip' : 'sh'}`;
}
