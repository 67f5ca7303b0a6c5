import type { ApprovalView } from '@kenny/contract';
import { ALL_REMEDIES, tellCall } from '@kenny/health';
import { visibleText } from '@kenny/kernel';
import { Injectable } from '@nestjs/common';
import { AgentDirectory } from '../auth/index.js';

/** What a call does, in the sentence that the pages show, for doors that have no page. */
@Injectable()
export class ToldCalls {
  constructor(private readonly directory: AgentDirectory) {}

  /** Empty for a tool of which nothing is known. */
  sentence(call: Pick<ApprovalView, 'tool' | 'args' | 'agent_id'>): string {
    const os = this.directory.get(call.agent_id)?.meta.os;
    return tellCall(call, { name: call.agent_id, os }, ALL_REMEDIES)
      .sentence.map(({ text, given }) => (given ? visibleText(text, 'line') : text))
      .join('');
  }
}
