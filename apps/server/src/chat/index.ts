import { ChatEntryEntity } from './chat-entry.entity.js';
import { ChatEventEntity } from './chat-event.entity.js';
import { ChatSessionEntity } from './chat-session.entity.js';
import { ChatTurnEntity } from './chat-turn.entity.js';

export { BRAIN } from './brain-token.js';
export { ChatDesk } from './chat-desk.js';
export { CHAT_COST, CHAT_TIMES } from './chat-limits.js';
export { ChatModule } from './chat.module.js';
export { ChatReader, type PageLimit } from './chat-reader.js';
export { ChatService } from './chat.service.js';
export { ChatStreams } from './chat-streams.js';
export { ChatViews } from './chat-views.js';
export { eventView } from './events-shown.js';
export { hears, noConversation } from './requester.js';
export { Explanations } from './explain.js';
export { WordsBefore } from './words-before.js';

/** For the list of the server's entities (`schema.ts`). */
export const CHAT_ENTITIES = [ChatSessionEntity, ChatTurnEntity, ChatEntryEntity, ChatEventEntity];
