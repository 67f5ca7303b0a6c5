import { Injectable, inject } from '@angular/core';
import { Router } from '@angular/router';
import type { ExplainBody } from '@kenny/contract/web';
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

  /** "Explain", about one section of a PC. @throws ApiError */
  async explain(about: ExplainBody): Promise<void> {
    const { session_id } = await this.socket.request('chat.explain', about);
    await this.show(session_id);
  }

  private async show(sessionId: string): Promise<void> {
    await this.router.navigate(['/chat', sessionId]);
  }
}
