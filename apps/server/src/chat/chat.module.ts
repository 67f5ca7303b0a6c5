import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { DispatchModule } from '../dispatch/index.js';
import { PolicyModule } from '../policy/index.js';
import { AskedQuestions } from './asked-questions.js';
import { ModelBrain } from './brain/index.js';
import { BRAIN } from './brain-token.js';
import { ChatDesk } from './chat-api.js';
import { ChatErasure } from './store/chat-erasure.js';
import { ChatReader } from './store/chat-reader.js';
import { ChatService } from './chat.service.js';
import { ChatStore } from './store/chat-store.js';
import { ChatStreams } from './views/chat-streams.js';
import { ChatTools } from './turns/chat-tools.js';
import { ChatViews } from './views/chat-views.js';
import { Explanations } from './explain.js';
import { PendingCalls } from './views/pending-calls.js';
import { TurnDirection } from './turn-direction.js';
import { TurnWaits } from './turns/turn-waits.js';
import { WordsBefore } from './views/preceding-message.js';

/** Conversations with a model: the session engine on the database and behind the gate. */
@Module({
  imports: [AuthModule, DispatchModule, PolicyModule],
  providers: [
    AskedQuestions,
    ChatDesk,
    ChatErasure,
    ChatReader,
    ChatService,
    ChatStore,
    ChatStreams,
    ChatTools,
    ChatViews,
    Explanations,
    PendingCalls,
    TurnDirection,
    TurnWaits,
    WordsBefore,
    { provide: BRAIN, useClass: ModelBrain },
  ],
  exports: [ChatDesk, ChatReader, ChatService, ChatStreams, ChatViews, Explanations, WordsBefore],
})
export class ChatModule {}
