import {
  AGENTCTL_ERRORS,
  type AgentctlErrorBody,
  type AgentctlErrorCode,
} from '@kenny/contract/agentctl';

/** Why a request is not done, in the words and with the code that its sender gets. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: AgentctlErrorCode,
    message: string,
    /** What to do, or where exactly the fault is. */
    readonly details = '',
  ) {
    super(message);
  }

  get status(): number {
    return AGENTCTL_ERRORS[this.code].http;
  }

  toBody(): AgentctlErrorBody {
    const { code: error, message, details, status } = this;
    return { error, message, details, http_status: status };
  }
}

export const notRunning = (details = 'Start it with POST /api/v1/start.'): Refusal =>
  new Refusal('not_running', 'agent is not running', details);
