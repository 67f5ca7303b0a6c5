import type { KeyOf } from './options.js';

/** Returns nothing when it is done at once. Never throws or rejects. */
export type Task = () => Promise<void> | undefined;

/** Runs tasks of one key one after another, and tasks of different keys side by side. */
export class Lanes {
  /** Key → what waits behind the task at work; a key without work has no entry. */
  private readonly lanes = new Map<string | undefined, Task[]>();

  get size(): number {
    return this.lanes.size;
  }

  /** A task whose lane is free runs before this returns. */
  run(key: ReturnType<KeyOf>, task: Task): void {
    // A map whose keys come and go is rehashed all the time.
    if (key === null) return void task();
    const lane = this.lanes.get(key);
    if (lane) {
      lane.push(task);
      return;
    }
    const tasks = [task];
    this.lanes.set(key, tasks);
    this.advance(key, tasks);
  }

  private advance(key: string | undefined, tasks: Task[]): void {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      const work = task();
      if (work) return void work.then(() => this.advance(key, tasks));
    }
    this.lanes.delete(key);
  }
}
