import { SERVICE_NAME } from '@kenny/contract/agent';
import { join } from 'node:path';
import { controlFileFor, SERVICE_STATE_FOLDER } from '../config/index.js';

/** Files of the installed service on Linux. */
export interface ServicePaths {
  /** Everything that is the same on every PC; root's alone. */
  readonly programFolder: string;
  readonly program: string;
  /** Symlink in the PATH. */
  readonly command: string;
  readonly stateFolder: string;
  /** CA certificate of the server, where it has its own. */
  readonly tlsCa: string;
  readonly controlFile: string;
  readonly unit: string;
  /** Supervisor without systemd; the guard protects this name. */
  readonly supervisor: string;
  readonly initScript: string;
  readonly pidFile: string;
}

/** @param root only tests install below another folder than `/` */
export function servicePaths(root = '/'): ServicePaths {
  const below = (path: string): string => join(root, path);
  const programFolder = below(`/usr/local/lib/${SERVICE_NAME}`);
  return {
    programFolder,
    program: join(programFolder, SERVICE_NAME),
    command: below(`/usr/local/bin/${SERVICE_NAME}`),
    stateFolder: below(SERVICE_STATE_FOLDER),
    tlsCa: below(`${SERVICE_STATE_FOLDER}/server-ca.pem`),
    controlFile: below(controlFileFor(SERVICE_STATE_FOLDER)),
    unit: below(`/etc/systemd/system/${SERVICE_NAME}.service`),
    supervisor: join(programFolder, `${SERVICE_NAME}.d`),
    initScript: below(`/etc/init.d/${SERVICE_NAME}`),
    pidFile: below(`/run/${SERVICE_NAME}.pid`),
  };
}
