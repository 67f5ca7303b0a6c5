import { EXIT_CODES, fileKeyOf, TELEMETRY_INTERVAL_S, type ExitCode } from '@kenny/contract/agent';
import { systemClock } from '@kenny/kernel';
import { encodeBase64, keyFingerprint } from '@kenny/handshake/agent';
import { updateConfigFile, type ConnectionConfig } from '../config/index.js';
import { EnrolmentRefused, EnrolmentStopped } from '../enrolment/enrol.js';
import { establishIdentity } from '../enrolment/identity.js';
import { CommandFailure } from './command-failure.js';
import { openState } from './open-state.js';
import type { Terminal } from './terminal.js';

/** `enroll`: registers the key with the server, once, and saves what `run` needs. */
export async function enrollAgent(
  config: ConnectionConfig,
  newKey: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  if (!config.enrolToken) {
    throw new CommandFailure(
      ['enroll needs the token of "kenny agent add" or "kenny agent rekey" (--enroll-token)'],
      EXIT_CODES.usage,
    );
  }
  const state = await openState(config, systemClock, terminal);
  try {
    const identity = await establishIdentity({
      config,
      clock: systemClock,
      log: state.log.log.for('enrolment'),
      signal: terminal.stopping,
      newKey,
      strict: true,
    });
    await updateConfigFile(config.configFile, {
      [fileKeyOf('KENNY_SERVER')]: config.server.socket,
      [fileKeyOf('KENNY_AGENT_ID')]: config.agentId,
      [fileKeyOf('KENNY_SERVER_PUBKEY')]: encodeBase64(identity.serverKey),
      [fileKeyOf('KENNY_TLS_CA')]: config.tlsCaFile,
      [fileKeyOf('KENNY_ENROLL_TOKEN')]: undefined,
      ...intervalOf(config),
    });
    terminal.print(`enrolled as ${config.agentId} at ${config.server.http}`);
    terminal.print(`server key ${keyFingerprint(identity.serverKey)}`);
    return EXIT_CODES.ok;
  } catch (error) {
    if (error instanceof EnrolmentRefused) {
      throw new CommandFailure([error.message], EXIT_CODES.refused);
    }
    if (error instanceof EnrolmentStopped) {
      throw new CommandFailure([error.message], EXIT_CODES.unreachable);
    }
    throw error;
  } finally {
    await state.close();
  }
}

/** The server's setting; the default is not saved, so that a later one applies. */
function intervalOf({ telemetryIntervalMs }: ConnectionConfig): Record<string, string> {
  const seconds = telemetryIntervalMs / 1000;
  if (seconds === TELEMETRY_INTERVAL_S.default) return {};
  return { [fileKeyOf('KENNY_TELEMETRY_INTERVAL_SECS')]: String(seconds) };
}
