import { ChatEntryEntity } from './store/chat-entry.entity.js';
import { ChatEventEntity } from './store/chat-event.entity.js';
import { ChatPictureEntity } from './store/chat-picture.entity.js';
import { ChatSessionEntity } from './store/chat-session.entity.js';
import { ChatTurnEntity } from './store/chat-turn.entity.js';

export { hears, noConversation } from './access.js';
export { BRAIN } from './brain/index.js';
export { ChatApi } from './chat-api.js';
export { ChatModule } from './chat.module.js';
export { ChatService } from './chat.service.js';
export { CHAT_COST, CHAT_TIMES } from './limits.js';
export type { Picture } from './said-pictures.js';
export type { HistoryContent, HistoryEntry, HistoryPage } from './store/chat-history.js';
export { ChatReader, type PageLimit } from './store/chat-reader.js';
export { TaskConversations, type Said } from './task-conversations.js';
export { MemorySummaries } from './turns/memory-summaries.js';
export { TurnReader } from './store/turn-reader.js';
export { SectionQuestions } from './turns/section-question.js';
export { calendarRange, type CalendarRange, type Period } from './usage/calendar.js';
export { TokenBuckets } from './usage/token-buckets.js';
export { UsageReader } from './usage/usage-reader.js';
export { USAGE_CATEGORIES, UsageTotals } from './usage/usage-totals.js';
export { ChatStreams } from './views/chat-streams.js';
export { ChatViews } from './views/chat-views.js';
export { ConversationFigures, type Figures } from './views/conversation-figures.js';
export { OwnConversations } from './views/own-conversations.js';
export { PrecedingMessages } from './views/preceding-message.js';
export { eventView } from './views/turn-view.js';
export { WorkInHand, type InHand, type WaitingCall } from './views/work-in-hand.js';

/** For the list of the server's entities (`schema.ts`). */
export const CHAT_ENTITIES = [
  ChatSessionEntity,
  ChatTurnEntity,
  ChatEntryEntity,
  ChatEventEntity,
  ChatPictureEntity,
];
