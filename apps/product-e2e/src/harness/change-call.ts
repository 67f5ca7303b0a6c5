import {
  API_PATHS,
  type ApprovalAnswer,
  type ApprovalList,
  type ApprovalState,
  type ApprovalView,
  type AuditVerification,
} from '@kenny/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBrokenConnection, reasonOf } from './errors.js';
import { eventually } from './eventually.js';
import type { Installation } from './installation.js';

/** States in which an approval may stay. `unknown` is one only when the PC cannot say more. */
const FINAL: readonly ApprovalState[] = ['done', 'failed', 'lapsed', 'not_run', 'denied'];

/** What is known of a change call after everything has come back. */
export interface CallEnd {
  readonly approval: ApprovalView;
  /** How often the command ran. */
  readonly runs: number;
}

/** One `shell_exec` that leaves a line behind each time it runs. */
export class ChangeCall {
  private readonly file: string;
  private known: ApprovalView | undefined;
  /** Every state that was seen over HTTP, in order. */
  readonly states: ApprovalState[] = [];

  constructor(
    private readonly installation: Installation,
    name: string,
    folder: string,
    /** What the command does after its line is written. */
    private readonly rest = '',
  ) {
    // No dots: the guard would take 'agent.journal…' for a file of the agent.
    this.file = join(folder, name.replaceAll('.', '-'));
  }

  get args(): { command: string } {
    return { command: `echo run >> ${this.file}${this.rest}` };
  }

  get runs(): number {
    try {
      return readFileSync(this.file, 'utf8').split('\n').filter(Boolean).length;
    } catch (error) {
      if (reasonOf(error) === 'ENOENT') return 0;
      throw error;
    }
  }

  get approval(): ApprovalView {
    if (!this.known) throw new Error('the call was not asked for');
    return this.known;
  }

  async ask(): Promise<void> {
    const { api, agentId } = this.installation;
    this.see(await api.ask('shell_exec', agentId, this.args));
  }

  /** Finds the approval of a request whose answer was lost. */
  async find(): Promise<void> {
    const { body } = await this.installation.api.get<ApprovalList>(API_PATHS.approvals);
    const found = body.items.find(({ args }) => args['command'] === this.args.command);
    if (!found) throw new Error('the approval is not there');
    this.see(found);
  }

  /** Approves. The server may die on the way: then there is no answer. */
  async approve(): Promise<ApprovalAnswer['approval'] | undefined> {
    try {
      const { body } = await this.installation.api.decide(this.approval, 'approve');
      return body.approval;
    } catch (error) {
      if (isBrokenConnection(error)) return undefined;
      throw error;
    }
  }

  async look(): Promise<ApprovalView> {
    this.see(await this.installation.api.approval(this.approval.id));
    return this.approval;
  }

  /** Waits until nothing more will be known of it. */
  async settled(): Promise<CallEnd> {
    await eventually(
      'the approval is settled',
      async () => {
        const { state, outcome } = await this.look();
        const interrupted = outcome?.error?.message.includes('interrupted') ?? false;
        return FINAL.includes(state) || (state === 'unknown' && interrupted) ? true : undefined;
      },
      30_000,
    );
    return { approval: this.approval, runs: this.runs };
  }

  /** A decision is used up: nobody can have the call run again with it. */
  async approveAgain(): Promise<string> {
    const { body } = await this.installation.api.decide(this.approval, 'approve');
    return body.error.code;
  }

  rows(): Promise<string[]> {
    return this.installation.api.rowsOf(this.approval.id);
  }

  private see(approval: ApprovalView): void {
    this.known = approval;
    if (this.states.at(-1) !== approval.state) this.states.push(approval.state);
  }
}

/** The server’s whole audit log, checked by its own verifier. */
export async function verifyAudit({ api }: Installation): Promise<AuditVerification> {
  return (await api.get<AuditVerification>(API_PATHS.auditVerify)).body;
}
