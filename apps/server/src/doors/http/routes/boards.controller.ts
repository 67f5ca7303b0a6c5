import {
  BoardList,
  BoardView,
  ColumnList,
  ColumnView,
  CreateBoardBody,
  CreateColumnBody,
  UpdateBoardBody,
  UpdateColumnBody,
} from '@kenny/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import type { CallContext } from '../../../kernel/index.js';
import { BoardsApi } from '../../../tasks/index.js';
import { Access } from '../../admission/access.js';
import { Answers } from '../openapi/answers.js';
import { ColumnParam, IdParam } from './dto/params.js';
import { Ctx } from '../pipeline/request-state.js';

/** Boards and columns: labels of tasks. */
@Controller('api/boards')
export class BoardsController {
  constructor(private readonly boards: BoardsApi) {}

  @Access('viewer')
  @Get()
  @Answers(200, BoardList, 'Boards, the oldest first; one is there by itself.')
  list(): Promise<BoardList> {
    return this.boards.list();
  }

  @Access('operator')
  @Post()
  @Answers(201, BoardView, 'The new board, without columns.')
  create(@Ctx() ctx: CallContext, @Body() body: CreateBoardBody): Promise<BoardView> {
    return this.boards.create(ctx, body);
  }

  @Access('viewer')
  @Get(':id')
  @Answers(200, BoardView, 'One board with its columns.')
  show(@Param() { id }: IdParam): Promise<BoardView> {
    return this.boards.get(id);
  }

  @Access('operator')
  @Patch(':id')
  @Answers(200, BoardView, 'The board after the change.')
  update(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: UpdateBoardBody,
  ): Promise<BoardView> {
    return this.boards.update(ctx, id, body);
  }

  @Access('operator')
  @Delete(':id')
  @HttpCode(204)
  @Answers(204, null, 'The board is gone; its tasks stay.')
  remove(@Ctx() ctx: CallContext, @Param() { id }: IdParam): Promise<void> {
    return this.boards.delete(ctx, id);
  }

  @Access('viewer')
  @Get(':id/columns')
  @Answers(200, ColumnList, 'Columns from left to right.')
  columns(@Param() { id }: IdParam): Promise<ColumnList> {
    return this.boards.columns(id);
  }

  @Access('operator')
  @Post(':id/columns')
  @Answers(201, ColumnView, 'The new column.')
  createColumn(
    @Ctx() ctx: CallContext,
    @Param() { id }: IdParam,
    @Body() body: CreateColumnBody,
  ): Promise<ColumnView> {
    return this.boards.createColumn(ctx, id, body);
  }

  @Access('viewer')
  @Get(':id/columns/:column_id')
  @Answers(200, ColumnView, 'One column.')
  column(@Param() { id, column_id }: ColumnParam): Promise<ColumnView> {
    return this.boards.column(column_id, id);
  }

  @Access('operator')
  @Patch(':id/columns/:column_id')
  @Answers(200, ColumnView, 'The column after the change.')
  updateColumn(
    @Ctx() ctx: CallContext,
    @Param() { id, column_id }: ColumnParam,
    @Body() body: UpdateColumnBody,
  ): Promise<ColumnView> {
    return this.boards.updateColumn(ctx, column_id, body, id);
  }

  @Access('operator')
  @Delete(':id/columns/:column_id')
  @HttpCode(204)
  @Answers(204, null, 'The column is gone; its tasks stay.')
  removeColumn(@Ctx() ctx: CallContext, @Param() { id, column_id }: ColumnParam): Promise<void> {
    return this.boards.deleteColumn(ctx, column_id, id);
  }
}
