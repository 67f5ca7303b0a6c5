import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { EventBus, type EventMap } from '../kernel/index.js';
import { ArtifactStore, type Artifact } from './artifact-store.js';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export interface LastScreen {
  readonly artifact: Artifact;
  readonly bytes: Buffer;
}

/**
 * The latest screenshot of each PC, by enrolment, whoever took it; it lives as long as a blob does.
 */
@Injectable()
export class LastScreens implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger('LastScreens');
  private stop: (() => void) | undefined;

  constructor(
    private readonly store: ArtifactStore,
    private readonly bus: EventBus,
  ) {}

  onModuleInit(): void {
    this.stop = this.bus.on('screen.captured', (fact) => this.keep(fact));
  }

  onModuleDestroy(): void {
    this.stop?.();
  }

  async of({ agent_uid }: { agent_uid: string }): Promise<LastScreen | undefined> {
    return this.store.newest(ownerOf(agent_uid));
  }

  private async keep({
    agent_id,
    agent_uid,
    image_b64,
  }: EventMap['screen.captured']): Promise<void> {
    if (image_b64.length % 4 !== 0 || !BASE64.test(image_b64)) {
      return this.logger.warn(`What ${agent_id} sent as a picture is no base64.`);
    }
    try {
      const picture = Buffer.from(image_b64, 'base64');
      await this.store.put(ownerOf(agent_uid), 'image/png', picture, 1);
    } catch (error) {
      // Who asked for it has it all the same.
      this.logger.warn(`The picture of ${agent_id} is not kept: ${String(error)}`);
    }
  }
}

const ownerOf = (agent_uid: string) => ({ kind: 'agent', id: agent_uid }) as const;
