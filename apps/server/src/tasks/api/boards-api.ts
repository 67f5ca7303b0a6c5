import {
  COLUMN_STATES,
  DEFAULT_BOARD,
  TASK_LIMITS,
  TASK_STATES,
  type BoardList,
  type BoardView,
  type ColumnList,
  type ColumnView,
  type CreateBoardBody,
  type CreateColumnBody,
  type UpdateBoardBody,
  type UpdateColumnBody,
} from '@kenny/contract';
import { iso, type Clock } from '@kenny/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { AuditLog } from '../../audit/index.js';
import { by } from '../../auth/index.js';
import { Reads, Writer, type Tx } from '../../database/index.js';
import { CLOCK, KennyError, type CallContext } from '../../kernel/index.js';
import { BoardColumnEntity, BoardEntity, TaskEntity } from '../store/index.js';

/** Where a task stands: two labels. */
export interface BoardPlace {
  readonly board_id: string;
  readonly column_id: string | null;
}

/** Of the board that is there by itself, so that two first readers make one. */
const DEFAULT_ID = 'default';

/** Boards and their columns: labels of tasks, the same for everybody. One board is there by itself. */
@Injectable()
export class BoardsApi {
  constructor(
    private readonly reads: Reads,
    private readonly writer: Writer,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(): Promise<BoardList> {
    await this.oneAtLeast();
    const { manager } = this.reads;
    const boards = await manager.find(BoardEntity, { order: { created_at: 'ASC', id: 'ASC' } });
    const columns = await manager.find(BoardColumnEntity);
    return { boards: boards.map((board) => boardView(board, columns)), total: boards.length };
  }

  /** @throws KennyError `not_found` */
  async get(id: string): Promise<BoardView> {
    await this.oneAtLeast();
    const board = await this.mustFind(id);
    return boardView(board, await this.reads.manager.findBy(BoardColumnEntity, { board_id: id }));
  }

  async create(ctx: CallContext, { name, description }: CreateBoardBody): Promise<BoardView> {
    const now = this.clock.now();
    const board = { id: randomUUID(), name, description: description ?? '' };
    const row = { ...board, created_at: now, updated_at: now };
    await this.writer.write(async (tx) => {
      mustBeFewer(await tx.manager.count(BoardEntity), TASK_LIMITS.boards, 'boards');
      await tx.manager.insert(BoardEntity, row);
      await this.note(tx, ctx, `board ${row.id}`, { created: name });
    });
    return boardView(row, []);
  }

  async update(ctx: CallContext, id: string, body: UpdateBoardBody): Promise<BoardView> {
    await this.mustFind(id);
    await this.writer.write(async (tx) => {
      await tx.manager.update(BoardEntity, { id }, { ...body, updated_at: this.clock.now() });
      await this.note(tx, ctx, `board ${id}`, { ...body });
    });
    return this.get(id);
  }

  /** Its tasks stay, without these labels. */
  async delete(ctx: CallContext, id: string): Promise<void> {
    await this.mustFind(id);
    await this.writer.write(async (tx) => {
      await tx.manager.update(TaskEntity, { board_id: id }, { board_id: null, column_id: null });
      await tx.manager.delete(BoardColumnEntity, { board_id: id });
      await tx.manager.delete(BoardEntity, { id });
      await this.note(tx, ctx, `board ${id}`, { deleted: true });
    });
  }

  async columns(boardId: string): Promise<ColumnList> {
    const { columns } = await this.get(boardId);
    return { columns, total: columns.length };
  }

  /** @param boardId - where it must be; any board when left out */
  async column(id: string, boardId?: string): Promise<ColumnView> {
    return columnView(await this.mustFindColumn(id, boardId));
  }

  async createColumn(
    ctx: CallContext,
    board_id: string,
    { name, position, state, color }: CreateColumnBody,
  ): Promise<ColumnView> {
    await this.mustFind(board_id);
    const own = { board_id, name, state: state ?? 'TODO', color: color ?? null };
    const row = { id: randomUUID(), ...own, created_at: this.clock.now() };
    return this.writer.write(async (tx) => {
      const there = await tx.manager.countBy(BoardColumnEntity, { board_id });
      mustBeFewer(there, TASK_LIMITS.columns, 'columns');
      const column = { ...row, position: position ?? there };
      await tx.manager.insert(BoardColumnEntity, column);
      await this.note(tx, ctx, `column ${row.id}`, { created: name, board_id });
      return columnView(column);
    });
  }

  async updateColumn(
    ctx: CallContext,
    id: string,
    body: UpdateColumnBody,
    boardId?: string,
  ): Promise<ColumnView> {
    await this.mustFindColumn(id, boardId);
    if (Object.keys(body).length > 0) {
      await this.writer.write(async (tx) => {
        await tx.manager.update(BoardColumnEntity, { id }, body);
        await this.note(tx, ctx, `column ${id}`, { ...body });
      });
    }
    return this.column(id);
  }

  async deleteColumn(ctx: CallContext, id: string, boardId?: string): Promise<void> {
    await this.mustFindColumn(id, boardId);
    await this.writer.write(async (tx) => {
      await tx.manager.update(TaskEntity, { column_id: id }, { column_id: null });
      await tx.manager.delete(BoardColumnEntity, { id });
      await this.note(tx, ctx, `column ${id}`, { deleted: true });
    });
  }

  /**
   * The labels of a new or moved task; without any, the first column of the first board.
   * @throws KennyError `not_found`
   */
  async placeOf(wanted: { board_id?: string; column_id?: string }): Promise<BoardPlace> {
    const { board_id, column_id } = wanted;
    if (column_id !== undefined) {
      const column = await this.mustFindColumn(column_id, board_id);
      return { board_id: column.board_id, column_id };
    }
    const board = board_id === undefined ? (await this.list()).boards[0] : await this.get(board_id);
    if (!board) throw noBoard(DEFAULT_ID);
    return { board_id: board.id, column_id: board.columns[0]?.id ?? null };
  }

  private async oneAtLeast(): Promise<void> {
    if ((await this.reads.manager.count(BoardEntity)) > 0) return;
    const now = this.clock.now();
    await this.writer.write(async ({ manager }) => {
      if ((await manager.count(BoardEntity)) > 0) return;
      const board = { id: DEFAULT_ID, name: DEFAULT_BOARD.name, description: '' };
      await manager.insert(BoardEntity, { ...board, created_at: now, updated_at: now });
      await manager.insert(
        BoardColumnEntity,
        DEFAULT_BOARD.columns.map(({ name, state }, position) => ({
          ...{ id: `${DEFAULT_ID}-${state.toLowerCase()}`, board_id: DEFAULT_ID, name },
          ...{ position, state, color: null, created_at: now },
        })),
      );
    });
  }

  private async mustFind(id: string): Promise<BoardEntity> {
    const board = await this.reads.manager.findOneBy(BoardEntity, { id });
    if (!board) throw noBoard(id);
    return board;
  }

  private async mustFindColumn(id: string, boardId?: string): Promise<BoardColumnEntity> {
    if (id.startsWith(DEFAULT_ID)) await this.oneAtLeast();
    const column = await this.reads.manager.findOneBy(BoardColumnEntity, { id });
    if (column && (boardId === undefined || column.board_id === boardId)) return column;
    throw new KennyError('not_found', `there is no column ${id}${boardId ? ' of that board' : ''}`);
  }

  private note(
    tx: Tx,
    ctx: CallContext,
    target: string,
    args: Record<string, unknown>,
  ): Promise<unknown> {
    return this.audit.append(tx, { ...by(ctx), kind: 'task', target, args, ok: true });
  }
}

function mustBeFewer(there: number, most: number, what: string): void {
  if (there < most) return;
  throw new KennyError('conflict', `There are ${most} ${what} already; delete one first.`);
}

function boardView(board: BoardEntity, columns: readonly BoardColumnEntity[]): BoardView {
  const { id, name, description, created_at, updated_at } = board;
  const own = columns.filter(({ board_id }) => board_id === id);
  own.sort((a, b) => a.position - b.position || a.created_at - b.created_at);
  return {
    ...{ id, name, description, columns: own.map(columnView) },
    ...{ created_at: iso(created_at), updated_at: iso(updated_at) },
  };
}

function columnView(column: BoardColumnEntity): ColumnView {
  const { id, board_id, name, position, color, created_at } = column;
  const state = COLUMN_STATES.find((one) => one === column.state) ?? TASK_STATES[0];
  return { id, board_id, name, position, state, color, created_at: iso(created_at) };
}

function noBoard(id: string): KennyError {
  return new KennyError('not_found', `there is no board ${id}`);
}
