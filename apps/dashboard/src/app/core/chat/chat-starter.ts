import { Injectable, inject } from '@angular/core';
import { Router } from '@angular/router';
import type { ExplainBody } from '@kenny/contract/web';
import { asApiError } from '../http/api-error';
import { LiveSocket } from '../subscriptions/live-socket';

/** Starts conversations and navigates to them; answers stream there. */
@Injectable({ providedIn: 'root' })
export class ChatStarter {
  private readonly socket = inject(LiveSocket);
  private readonly router = inject(Router);

  /** @throws ApiError and nothing has been lost: whoever asked still has the words */
  async say(message: string, agent_id: string | null): Promise<void> {
    const about = agent_id === null ? {} : { agent_id };
    const { session_id } = await this.socket.request('chat.send', { message, ...about });
    await this.show(session_id);
  }

  /** Asks Claude about one section of a PC; without a key, the page that says how to get one. @throws ApiError */
  async explain(about: ExplainBody): Promise<void> {
    try {
      const { session_id } = await this.socket.request('chat.explain', about);
      await this.show(session_id);
    } catch (error) {
      if (asApiError(error).code !== 'chat_unavailable') throw error;
      await this.router.navigate(['/chat'], { queryParams: { pc: about.agent_id } });
    }
  }

  private async show(sessionId: string): Promise<void> {
    await this.router.navigate(['/chat', sessionId]);
  }
}
