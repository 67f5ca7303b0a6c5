import { SERVICE_NAME } from '@kenny/contract/agent';
import { join } from 'node:path';
import { controlFileFor, SERVICE_STATE_FOLDER } from '../config/index.js';

/** Where the installed service has its files on Linux. */
export interface ServicePaths {
  /** Everything that is the same on every PC; root's alone. */
  readonly programFolder: string;
  readonly program: string;
  /** The link under which people find the program. */
  readonly command: string;
  readonly stateFolder: string;
  /** Certificate of the server's own authority, where it has one. */
  readonly tlsCa: string;
  readonly controlFile: string;
  readonly unit: string;
  /** Keeps the agent running where there is no systemd; by a name that the guard protects. */
  readonly supervisor: string;
  readonly initScript: string;
  readonly pidFile: string;
}

/** @param root only a test installs below another folder than `/` */
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
