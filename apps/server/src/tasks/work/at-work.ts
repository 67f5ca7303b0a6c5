import { Injectable } from '@nestjs/common';
import type { Work } from './work.js';

/** Tasks that hold a slot; never two turns of one. */
@Injectable()
export class AtWork {
  private readonly works = new Map<string, Work | null>();

  get size(): number {
    return this.works.size;
  }

  has(task_id: string): boolean {
    return this.works.has(task_id);
  }

  get(task_id: string): Work | undefined {
    return this.works.get(task_id) ?? undefined;
  }

  /** The slot is taken before it is known what for. */
  reserve(task_id: string): void {
    if (this.works.has(task_id)) throw new Error(`task ${task_id} is at work already`);
    this.works.set(task_id, null);
  }

  begin(work: Work): void {
    this.works.set(work.task_id, work);
  }

  release(task_id: string): void {
    this.works.delete(task_id);
  }

  all(): Work[] {
    return [...this.works.values()].filter((work) => work !== null);
  }
}
