import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { DispatchModule } from '../dispatch/index.js';
import { PolicyModule } from '../policy/index.js';
import { AskedQuestions } from './asked-questions.js';
import { ModelBrain } from './brain/index.js';
import { BRAIN } from './brain-token.js';
import { ChatDesk } from './chat-desk.js';
import { ChatErasure } from './chat-erasure.js';
import { ChatReader } from './chat-reader.js';
import { ChatService } from './chat.service.js';
import { ChatStore } from './chat-store.js';
import { ChatStreams } from './chat-streams.js';
import { ChatTools } from './chat-tools.js';
import { ChatViews } from './chat-views.js';
import { Explanations } from './explain.js';
import { PendingCalls } from './pending.js';
import { TurnDirection } from './turn-direction.js';
import { TurnWaits } from './turn-waits.js';
import { WordsBefore } from './words-before.js';

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
