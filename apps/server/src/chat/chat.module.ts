import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { DispatchModule } from '../dispatch/index.js';
import { MemoryModule } from '../memory/index.js';
import { PolicyModule } from '../policy/index.js';
import { PromptsModule } from '../prompts/index.js';
import { SettingsModule } from '../settings/index.js';
import { BRAIN, ModelBrain, OperatorNotes } from './brain/index.js';
import { ChatApi } from './chat-api.js';
import { ChatService } from './chat.service.js';
import { ConversationHost } from './conversation-host.js';
import { ChatCopies } from './store/chat-copies.js';
import { ChatErasure } from './store/chat-erasure.js';
import { ChatReader } from './store/chat-reader.js';
import { ChatStore } from './store/chat-store.js';
import { ChatTools } from './turns/chat-tools.js';
import { TaskConversations } from './task-conversations.js';
import { MemorySummaries } from './turns/memory-summaries.js';
import { TurnReader } from './store/turn-reader.js';
import { SectionQuestions } from './turns/section-question.js';
import { TurnWaits } from './turns/turn-waits.js';
import { Costs } from './usage/costs.js';
import { UsageReader } from './usage/usage-reader.js';
import { ConversationFigures } from './views/conversation-figures.js';
import { ChatStreams } from './views/chat-streams.js';
import { ChatViews } from './views/chat-views.js';
import { OwnConversations } from './views/own-conversations.js';
import { PendingItems } from './views/pending-items.js';
import { PrecedingMessages } from './views/preceding-message.js';
import { WorkInHand } from './views/work-in-hand.js';

/** Conversations with a model: the engine on the database, its calls behind the gate. */
@Module({
  imports: [AuthModule, DispatchModule, MemoryModule, PolicyModule, PromptsModule, SettingsModule],
  providers: [
    ChatApi,
    ChatCopies,
    ChatErasure,
    ChatReader,
    ChatService,
    ChatStore,
    ChatStreams,
    ChatTools,
    ChatViews,
    ConversationFigures,
    ConversationHost,
    Costs,
    MemorySummaries,
    OperatorNotes,
    OwnConversations,
    PendingItems,
    PrecedingMessages,
    SectionQuestions,
    TaskConversations,
    TurnReader,
    TurnWaits,
    UsageReader,
    WorkInHand,
    { provide: BRAIN, useClass: ModelBrain },
  ],
  exports: [
    ChatApi,
    ChatReader,
    ChatService,
    ChatStreams,
    ChatViews,
    ConversationFigures,
    MemorySummaries,
    OwnConversations,
    PrecedingMessages,
    SectionQuestions,
    TaskConversations,
    TurnReader,
    UsageReader,
    WorkInHand,
  ],
})
export class ChatModule {}
