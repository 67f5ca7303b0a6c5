import { WS_ACTIONS } from '@kenny/contract';
import { Injectable } from '@nestjs/common';
import { ChatService, ChatViews, SectionQuestions } from '../../chat/index.js';
import { ApprovalsApi } from '../../dispatch/index.js';
import { KennyError } from '../../kernel/index.js';
import { Subscriptions } from '../../subscriptions/index.js';
import { reaches } from '../admission/access.js';
import { pageSize } from '../admission/page-size.js';
import { ChatTopic } from './chat-topic.js';
import type { Call, Handlers } from './handlers.js';
import { TaskActions } from './task-actions.js';
import { TaskTopic } from './task-topic.js';
import { WaitingTaskTopic } from './waiting-task-topic.js';
import type { ParsedRequest } from './ws-request.js';

/** The handler of every action; a missing one does not compile. */
@Injectable()
export class WsActions {
  private readonly handlers: Handlers;

  constructor(
    subscriptions: Subscriptions,
    approvals: ApprovalsApi,
    chats: ChatTopic,
    chat: ChatService,
    chatViews: ChatViews,
    sectionQuestions: SectionQuestions,
    taskActions: TaskActions,
    tasks: TaskTopic,
    waitingTasks: WaitingTaskTopic,
  ) {
    this.handlers = {
      'fleet.subscribe': ({ ctx: { principal }, watcher, answer }) =>
        subscriptions.fleet.subscribe(principal.agents, watcher, answer),
      'approval.subscribe': ({ ctx: { principal }, watcher, answer }) =>
        subscriptions.approvals.subscribe(principal.agents, watcher, answer),
      'audit.subscribe': ({ ctx: { principal }, watcher, answer }, { after_id }) =>
        subscriptions.audit.subscribe(principal.agents, after_id, watcher, answer),
      'waiting_task.subscribe': ({ ctx: { principal }, watcher, answer }) =>
        waitingTasks.subscribe(principal, watcher, answer),
      'approval.list': async ({ ctx: { principal }, answer }, { limit, ...wanted }) => {
        const size = pageSize(limit);
        answer(JSON.stringify(await approvals.list(principal, { ...wanted, limit: size })));
      },
      'approval.decide': async ({ ctx, answer }, { id, wait, ...decision }) => {
        answer(JSON.stringify({ approval: await approvals.decide(ctx, id, decision, wait) }));
      },
      'chat.subscribe': ({ ctx, watcher, answer }, payload) =>
        chats.subscribe(ctx, payload, watcher, answer),
      'chat.send': async ({ ctx, answer }, payload) => {
        answer(JSON.stringify(await chat.say(ctx, payload)));
      },
      'chat.explain': async ({ ctx, answer }, { session_id, ...about }) => {
        const message = await sectionQuestions.about(ctx, about);
        const { agent_id } = about;
        answer(JSON.stringify(await chat.say(ctx, { session_id, message, agent_id })));
      },
      'chat.answer': async ({ ctx, answer }, payload) => {
        answer(JSON.stringify(await chat.reply(ctx, payload)));
      },
      'chat.cancel': async ({ ctx, answer }, { session_id, turn_id }) => {
        const session = await chat.cancel(ctx, session_id, turn_id);
        answer(JSON.stringify(await chatViews.view(session)));
      },
      unsubscribe: ({ watcher, answer }, { topic, session_id, task_id }) => {
        if (topic === 'chat') chats.leave(watcher, session_id);
        else if (topic === 'task') tasks.leave(watcher, task_id);
        else if (topic === 'waiting_task') waitingTasks.leave(watcher);
        else subscriptions.unsubscribe(topic, watcher);
        answer(JSON.stringify({ topic }));
      },
      ...taskActions.handlers,
      ping: ({ answer }) => answer('{}'),
    };
  }

  /** @throws KennyError `forbidden`, and whatever the action throws */
  async run(call: Call, { action, payload }: ParsedRequest): Promise<void> {
    const { audience } = WS_ACTIONS[action];
    const { scope } = call.ctx.principal;
    if (!reaches(scope, audience)) {
      throw new KennyError(
        'forbidden',
        `This needs a token of scope ${audience}; yours is ${scope}.`,
      );
    }
    const handler = this.handlers[action] as (call: Call, payload: object) => void | Promise<void>;
    await handler(call, payload);
  }
}
