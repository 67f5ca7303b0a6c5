import {
  AGENT_FILES,
  AGENT_ID_PATTERN,
  ENV,
  LOG_LEVELS,
  TELEMETRY_INTERVAL_S,
  type EnvName,
  type EnvVariable,
  type LogLevel,
} from '@kenny/contract/agent';
import { decodeKey, isSafePublicKey } from '@kenny/handshake/agent';
import { X509Certificate } from 'node:crypto';
import { join, resolve } from 'node:path';
import { readNamedFile } from '../platform/state-files.js';
import { parseServerAddress, type ServerAddress } from './server-address.js';
import type { Problems, Setting, Settings } from './settings.js';
import { controlFileFor } from './state-folder.js';

/** The agent's configuration. Frozen; nothing else reads the environment. */
export interface AgentConfig {
  stateFolder: string;
  /** Where `enroll` saves what it learned, and erases the token. */
  configFile: string;
  keyFile: string;
  controlFile: string;
  /** False when the kill switch has its default path. */
  controlFileGiven: boolean;
  logLevel: LogLevel;
  forwardLevel: LogLevel;
  telemetryIntervalMs: number;
  /** Deadline for a new version to reach the server. */
  updateConfirmMs: number;
  agentId: string | undefined;
  server: ServerAddress | undefined;
  /** Raw 32 bytes of the pinned server key. */
  serverKey: Buffer | undefined;
  enrolToken: { value: string; source: string; origin: Setting['origin'] } | undefined;
  /** PEM of an extra certificate authority, and its file. */
  tlsCa: string | undefined;
  tlsCaFile: string | undefined;
  /** Absolute paths of all files with settings or secrets. No tool may read them. */
  privateFiles: readonly string[];
  /** Started as a service by systemd. */
  service: boolean;
}

/** What `run` and `enroll` need in addition. */
export type ConnectionConfig = AgentConfig & { agentId: string; server: ServerAddress };

export interface ConfigInput {
  settings: Settings;
  /** Files that values were read from. */
  secretFiles: readonly string[];
  stateFolder: string;
  configFile: string;
  insecure: boolean;
  service: boolean;
}

/** Tokens are opaque; they only have to fit into a header. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
const AGENT_ID = new RegExp(AGENT_ID_PATTERN);
const PEM_BYTES = 1024 * 1024;
const CONFIRMATION = { min: 5, max: 3_600 };

/** Checks every setting; the config counts only if `problems` is empty. */
export async function buildConfig(
  input: ConfigInput,
): Promise<{ config: AgentConfig; problems: Problems }> {
  const problems: Problems = [];
  const read = new SettingReader(input.settings, problems);
  const token = input.settings.KENNY_ENROLL_TOKEN;
  const controlFile = read.path('KENNY_CONTROL_FILE');
  const files = {
    configFile: input.configFile,
    keyFile: read.path('KENNY_AGENT_KEY_FILE') ?? join(input.stateFolder, AGENT_FILES.key),
    controlFile: controlFile ?? controlFileFor(input.stateFolder),
    tlsCaFile: read.path('KENNY_TLS_CA'),
  };
  const config: AgentConfig = {
    stateFolder: input.stateFolder,
    ...files,
    privateFiles: [...Object.values(files), ...input.secretFiles].filter(
      (file) => file !== undefined,
    ),
    controlFileGiven: controlFile !== undefined,
    logLevel: read.level('KENNY_LOG_LEVEL'),
    forwardLevel: read.level('KENNY_LOG_FORWARD_LEVEL'),
    telemetryIntervalMs: read.whole('KENNY_TELEMETRY_INTERVAL_SECS', TELEMETRY_INTERVAL_S) * 1000,
    updateConfirmMs: read.whole('KENNY_UPDATE_CONFIRM_SECS', CONFIRMATION) * 1000,
    agentId: read.matching('KENNY_AGENT_ID', AGENT_ID, 'letters, digits, "_", "." and "-"'),
    server: read.server(input.insecure),
    serverKey: read.key('KENNY_SERVER_PUBKEY'),
    enrolToken: read.matching('KENNY_ENROLL_TOKEN', TOKEN, 'the token as it was shown')
      ? token
      : undefined,
    tlsCa: await read.certificate('KENNY_TLS_CA'),
    service: input.service,
  };
  return { config: Object.freeze(config), problems };
}

/** What a connection still lacks; empty means that `config` is a ConnectionConfig. */
export function missingForConnection(config: AgentConfig): Problems {
  const missing: Problems = [];
  if (!config.server) missing.push('KENNY_SERVER (--server) is missing: the address of the server');
  if (!config.agentId) missing.push("KENNY_AGENT_ID (--agent-id) is missing: this PC's id");
  return missing;
}

export function isConnectionConfig(config: AgentConfig): config is ConnectionConfig {
  return config.server !== undefined && config.agentId !== undefined;
}

class SettingReader {
  constructor(
    private readonly settings: Settings,
    private readonly problems: Problems,
  ) {}

  path(name: EnvName): string | undefined {
    const setting = this.settings[name];
    return setting ? resolve(setting.value) : undefined;
  }

  level(name: EnvName): LogLevel {
    const text = this.text(name);
    const level = LOG_LEVELS.find((known) => known === text);
    if (!level) this.problem(name, `must be one of ${LOG_LEVELS.join(', ')}`);
    return level ?? 'info';
  }

  whole(name: EnvName, { min, max }: { min: number; max: number }): number {
    const text = this.text(name);
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    this.problem(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  matching(name: EnvName, pattern: RegExp, words: string): string | undefined {
    const setting = this.settings[name];
    if (!setting || pattern.test(setting.value)) return setting?.value;
    this.problem(name, `does not look right: ${words}`);
    return undefined;
  }

  server(insecure: boolean): ServerAddress | undefined {
    const setting = this.settings.KENNY_SERVER;
    if (!setting) return undefined;
    const address = parseServerAddress(setting.value);
    if ('problem' in address) {
      this.problem('KENNY_SERVER', address.problem);
      return undefined;
    }
    if (address.plain && !address.loopback && !insecure) {
      this.problem(
        'KENNY_SERVER',
        'is not encrypted; use https:// or wss://, or say --insecure if nobody else is on the way',
      );
    }
    return address;
  }

  key(name: EnvName): Buffer | undefined {
    const setting = this.settings[name];
    if (!setting) return undefined;
    const key = decodeKey(setting.value);
    if (key && isSafePublicKey(key)) return key;
    this.problem(name, 'must be the base64 of a 32-byte Ed25519 key');
    return undefined;
  }

  async certificate(name: EnvName): Promise<string | undefined> {
    const file = this.path(name);
    if (!file) return undefined;
    const found = await readNamedFile(file, PEM_BYTES);
    const text = found.kind === 'read' ? found.content.toString('utf8') : '';
    if (isCertificate(text)) return text;
    this.problem(name, 'must name a file with a certificate in PEM form');
    return undefined;
  }

  private text(name: EnvName): string {
    const variable: EnvVariable = ENV[name];
    return this.settings[name]?.value ?? variable.default ?? '';
  }

  private problem(name: EnvName, words: string): void {
    this.problems.push(`${this.settings[name]?.source ?? name} ${words}`);
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false; // the caller names the setting
  }
}
