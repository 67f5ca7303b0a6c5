import { AGENTCTL_LIMITS, type AgentctlManagedConfig } from '@kenny/contract/agentctl';
import { isObject, type Clock } from '@kenny/kernel';
import type { Container, ContainerCreateOptions } from 'dockerode';
import type { Engine } from './docker-engine.js';
import { PassThrough } from 'node:stream';
import { AGENTCTL_PORT } from './container-options.js';
import { LastWords, listeningAddress } from './first-line.js';
import type { Started } from './process-carrier.js';
import type { Carrier } from './sidecar.js';

export interface ContainerStart {
  readonly options: ContainerCreateOptions;
  readonly config: AgentctlManagedConfig;
  readonly hostNetwork: boolean;
}

/**
 * Starts a container with agentctl in it.
 * @throws Error in words, and nothing of the container is left
 */
export async function startContainer(
  engine: Engine,
  { options, config, hostNetwork }: ContainerStart,
  clock: Clock,
  signal?: AbortSignal,
): Promise<Started> {
  const { docker } = engine;
  const container = await docker.createContainer(options);
  const said = new LastWords();
  try {
    const line = await engine.attach(container.id, signal);
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    docker.modem.demuxStream(line, stdout, stderr);
    stderr.on('data', (chunk: Buffer) => said.add(chunk));
    line.on('error', (error: Error) => said.add(error.message));
    await container.start();
    const gone = container.wait().then(
      () => undefined,
      // It was taken away, or its engine was.
      (error: unknown) => said.add(String(error)),
    );
    void gone.then(() => stdout.end());
    line.write(`${JSON.stringify(config)}\n`);
    const carrier: Carrier = {
      gone,
      release: () => line.end(),
      kill: () => unlessGone(() => container.kill()),
      lastWords: () => said.toString(),
      clear: () => unlessGone(() => container.remove({ force: true, v: true })),
    };
    const address = await listeningAddress(stdout, { gone, clock, ...(signal && { signal }) });
    return { carrier, base_url: hostNetwork ? address : await publishedAddress(container) };
  } catch (error) {
    await unlessGone(() => container.remove({ force: true, v: true }));
    const why = error instanceof Error ? error.message : String(error);
    const words = `${why}. ${said.toString()}`.slice(0, AGENTCTL_LIMITS.textLength);
    throw new Error(`the container did not start: ${words}`, { cause: error });
  }
}

async function publishedAddress(container: Container): Promise<string> {
  const { NetworkSettings } = await container.inspect();
  const [published] = NetworkSettings.Ports[`${AGENTCTL_PORT}/tcp`] ?? [];
  if (!published) throw new Error('its port was not published');
  return `http://127.0.0.1:${published.HostPort}`;
}

/** What is gone already, or going, is as it should be. */
export async function unlessGone(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const status = isObject(error) ? error['statusCode'] : undefined;
    if (status !== 304 && status !== 404 && status !== 409) throw error;
  }
}
