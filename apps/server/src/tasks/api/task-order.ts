import { Injectable } from '@nestjs/common';
import { In, IsNull, type FindOptionsWhere } from 'typeorm';
import { notOfThisList, placeOf, Reads, type RowPlace } from '../../database/index.js';
import { BoardColumnEntity, TaskEntity } from '../store/index.js';
import type { TasksWanted } from './ports.js';

type Slim = Pick<TaskEntity, 'id' | 'agents' | 'updated_at' | 'column_id' | 'position'>;

export interface OrderedPage {
  readonly ids: readonly string[];
  readonly total: number;
  readonly next: RowPlace | null;
}

/** Lists of tasks: newest change first, of one board in the order of its columns. */
@Injectable()
export class TaskOrder {
  constructor(private readonly reads: Reads) {}

  /** @throws KennyError `validation` for a cursor that is not of this list */
  async page(wanted: TasksWanted, isSeen: (task: Slim) => boolean): Promise<OrderedPage> {
    const { board_id, limit, cursor } = wanted;
    const all = (await this.slim(wanted)).filter(isSeen);
    const ordered =
      board_id === undefined ? all.sort(newestFirst) : await this.byColumn(all, board_id);
    const from =
      cursor === undefined ? 0 : startOf(ordered, placeOf(cursor), board_id === undefined);
    const shown = ordered.slice(from, from + limit);
    const last = shown.at(-1);
    return {
      ids: shown.map(({ id }) => id),
      total: all.length,
      next: last && from + limit < ordered.length ? { at: last.updated_at, id: last.id } : null,
    };
  }

  /** Without their texts, which may be long. */
  private slim({ board_id, states, agent_type, owner_id }: TasksWanted): Promise<Slim[]> {
    const where: FindOptionsWhere<TaskEntity> = {
      deleted_at: IsNull(),
      ...(board_id === undefined ? {} : { board_id }),
      ...(states === undefined ? {} : { state: In([...states]) }),
      ...(agent_type === undefined ? {} : { agent_type }),
      ...(owner_id === undefined ? {} : { owner_id }),
    };
    const select = { id: true, agents: true, updated_at: true, column_id: true, position: true };
    return this.reads.manager.find(TaskEntity, { select, where });
  }

  private async byColumn(tasks: Slim[], board_id: string): Promise<Slim[]> {
    const columns = await this.reads.manager.findBy(BoardColumnEntity, { board_id });
    const places = new Map(columns.map(({ id, position }) => [id, position]));
    const place = ({ column_id }: Slim): number => places.get(column_id ?? '') ?? -1;
    return tasks.sort(
      (a, b) => place(a) - place(b) || a.position - b.position || newestFirst(a, b),
    );
  }
}

function newestFirst(a: Slim, b: Slim): number {
  return b.updated_at - a.updated_at || (a.id < b.id ? 1 : -1);
}

/** A task that has changed meanwhile stands elsewhere in a list by time: what is older follows. */
function startOf(ordered: readonly Slim[], { at, id }: RowPlace, byTime: boolean): number {
  const known = ordered.findIndex((one) => one.id === id);
  if (!byTime) {
    if (known < 0) throw notOfThisList();
    return known + 1;
  }
  const older = ordered.findIndex(
    (one) => one.updated_at < at || (one.updated_at === at && one.id < id),
  );
  return older < 0 ? ordered.length : older;
}
