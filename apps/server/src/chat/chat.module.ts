import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { DispatchModule } from '../dispatch/index.js';
import { PolicyModule } from '../policy/index.js';
import { BRAIN, ModelBrain } from './brain/index.js';
import { ChatApi } from './chat-api.js';
import { ChatService } from './chat.service.js';
import { ChatErasure } from './store/chat-erasure.js';
import { ChatReader } from './store/chat-reader.js';
import { ChatStore } from './store/chat-store.js';
import { ChatTools } from './turns/chat-tools.js';
import { SectionQuestions } from './turns/section-question.js';
import { TurnWaits } from './turns/turn-waits.js';
import { ChatStreams } from './views/chat-streams.js';
import { ChatViews } from './views/chat-views.js';
import { PendingItems } from './views/pending-items.js';
import { PrecedingMessages } from './views/preceding-message.js';

/** Conversations with a model: the engine on the database, its calls behind the gate. */
@Module({
  imports: [AuthModule, DispatchModule, PolicyModule],
  providers: [
    ChatApi,
    ChatErasure,
    ChatReader,
    ChatService,
    ChatStore,
    ChatStreams,
    ChatTools,
    ChatViews,
    PendingItems,
    PrecedingMessages,
    SectionQuestions,
    TurnWaits,
    { provide: BRAIN, useClass: ModelBrain },
  ],
  exports: [
    ChatApi,
    ChatReader,
    ChatService,
    ChatStreams,
    ChatViews,
    PrecedingMessages,
    SectionQuestions,
  ],
})
export class ChatModule {}
