import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/index.js';
import { RuntimeStates, type AgentType } from '../types/index.js';
import { DockerRuntime } from './docker-runtime.js';
import { SandboxHere } from './sandbox-here.js';

/** Asked before an agent is started, and by the list of types. */
@Injectable()
export class RuntimesHere extends RuntimeStates {
  private readonly sandbox: SandboxHere;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'tasks' | 'places'>,
    private readonly containers: DockerRuntime,
  ) {
    super();
    this.sandbox = new SandboxHere(config.places);
  }

  override async unavailable(type: Pick<AgentType, 'runtime' | 'image'>): Promise<string | null> {
    if (type.runtime === 'docker') return this.containers.unavailable(type);
    if (!this.config.tasks.sandbox) return null;
    const found = await this.sandbox.find();
    return 'unavailable' in found ? found.unavailable : null;
  }
}
