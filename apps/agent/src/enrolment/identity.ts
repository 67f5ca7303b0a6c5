import { AGENT_FILES, fileKeyOf, flagOf } from '@kenny/contract/agent';
import type { Clock } from '@kenny/kernel';
import { keyFingerprint } from '@kenny/handshake/agent';
import { dirname, join } from 'node:path';
import { updateConfigFile, type ConnectionConfig } from '../config/index.js';
import type { Logger } from '../logging/index.js';
import { errorText } from '../errors/error-code.js';
import { adoptNextKey, loadOrCreateNextKey, loadOrCreateKey } from './agent-key.js';
import { enrol, EnrolmentRefused, tokenDigest } from './enrol.js';
import { readEnrolment, writeEnrolment, type EnrolmentRecord } from './enrolment-record.js';

/** What the handshake needs: our identity, and the server's key. */
export interface Identity {
  agentId: string;
  seed: Buffer;
  serverKey: Buffer;
}

export interface IdentityOptions {
  config: ConnectionConfig;
  clock: Clock;
  log: Logger;
  signal?: AbortSignal;
  random?: () => number;
  /** Enrol with a fresh key (rotation). */
  newKey?: boolean;
  /** Fail on a refusal even when there is a pin to continue with. */
  strict?: boolean;
}

const TOKEN_NAME = 'KENNY_ENROLL_TOKEN';

/**
 * The identity to connect with; enrols first when there is an unused token.
 * @throws EnrolmentRefused, KeyFileError, or Error in words when the server's key is unknown
 */
export async function establishIdentity(options: IdentityOptions): Promise<Identity> {
  const { config, log } = options;
  const { agentId, enrolToken } = config;
  const recordFile = join(config.stateFolder, AGENT_FILES.enrolment);
  const record = await readEnrolment(recordFile, agentId);
  const pinned = config.serverKey ?? record?.serverKey;
  if (enrolToken && tokenDigest(enrolToken.value) !== record?.tokenSha256) {
    try {
      return await enrolNow(options, enrolToken.value, pinned);
    } catch (error) {
      // The token may have been accepted before the answer was lost: the handshake decides.
      if (!(error instanceof EnrolmentRefused) || !pinned || options.strict) throw error;
      log.error('enrolment failed; continuing with the existing key', { error: error.message });
    }
  }
  if (!pinned) {
    throw new EnrolmentRefused(
      `this PC is not enrolled as ${agentId}: give it the token of "kenny agent add" or "kenny agent ` +
        `rekey" with ${flagOf(TOKEN_NAME)} or ${TOKEN_NAME}`,
    );
  }
  warnOfNewPin(record, config, log);
  return { agentId, seed: await loadOrCreateKey(config.keyFile), serverKey: pinned };
}

async function enrolNow(
  options: IdentityOptions,
  token: string,
  pinned: Buffer | undefined,
): Promise<Identity> {
  const { config, clock, log } = options;
  const { agentId, keyFile } = config;
  const seed = options.newKey ? await loadOrCreateNextKey(keyFile) : await loadOrCreateKey(keyFile);
  const serverKey = await enrol({
    agentId,
    http: config.server.http,
    token,
    seed,
    expectedServerKey: pinned,
    tlsCa: config.tlsCa,
    clock,
    log,
    signal: options.signal,
    ...(options.random ? { random: options.random } : {}),
  });
  if (options.newKey) await adoptNextKey(keyFile);
  await writeEnrolment(join(config.stateFolder, AGENT_FILES.enrolment), {
    agentId,
    serverKey,
    enrolledAt: new Date(clock.now()).toISOString(),
    tokenSha256: tokenDigest(token),
  });
  log.info('enrolled', { agent_id: agentId, server_key: keyFingerprint(serverKey) });
  await eraseToken(config, log);
  return { agentId, seed, serverKey };
}

/** A used token is worthless; leaving it there only raises questions. */
async function eraseToken(config: ConnectionConfig, log: Logger): Promise<void> {
  const { enrolToken, configFile } = config;
  if (enrolToken?.origin !== 'config') {
    log.info(`the enrolment token is used up; remove it from ${enrolToken?.source ?? 'there'}`);
    return;
  }
  try {
    await updateConfigFile(configFile, { [fileKeyOf(TOKEN_NAME)]: undefined });
  } catch (error) {
    log.error('the used enrolment token cannot be removed from the configuration', {
      file: configFile,
      folder: dirname(configFile),
      error: errorText(error),
    });
  }
}

function warnOfNewPin(
  record: EnrolmentRecord | undefined,
  { serverKey }: ConnectionConfig,
  log: Logger,
): void {
  if (!serverKey || !record || serverKey.equals(record.serverKey)) return;
  log.warn('the configured server key differs from the enrolled one; the configured one is used', {
    configured: keyFingerprint(serverKey),
    enrolled: keyFingerprint(record.serverKey),
  });
}
