import { ChatEntryEntity } from './store/chat-entry.entity.js';
import { ChatEventEntity } from './store/chat-event.entity.js';
import { ChatSessionEntity } from './store/chat-session.entity.js';
import { ChatTurnEntity } from './store/chat-turn.entity.js';

export { BRAIN } from './brain-token.js';
export { ChatDesk } from './chat-api.js';
export { CHAT_COST, CHAT_TIMES } from './limits.js';
export { ChatModule } from './chat.module.js';
export { ChatReader, type PageLimit } from './store/chat-reader.js';
export { ChatService } from './chat.service.js';
export { ChatStreams } from './views/chat-streams.js';
export { ChatViews } from './views/chat-views.js';
export { eventView } from './store/stored-event.js';
export { hears, noConversation } from './access.js';
export { Explanations } from './explain.js';
export { WordsBefore } from './views/preceding-message.js';

/** For the list of the server's entities (`schema.ts`). */
export const CHAT_ENTITIES = [ChatSessionEntity, ChatTurnEntity, ChatEntryEntity, ChatEventEntity];
