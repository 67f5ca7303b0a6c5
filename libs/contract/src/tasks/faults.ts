/** Why a task has failed, or does not go on, in words for people who can do something about it. */
export const TASK_FAULTS = {
  agent_disabled: 'This AI agent is switched off. An admin can switch it on.',
  agent_unavailable: 'This AI agent cannot run on this server. "kenny task types" says why.',
  agent_command: 'The program of this AI agent could not be started. Check its command.',
  agent_auth:
    'The AI agent wants a login or a key that it does not have. An admin must give it one.',
  agent_protocol: 'The AI agent does not speak a protocol that kenny knows.',
  agent_start: 'The AI agent did not get ready. Its output says more.',
  agent_crashed: 'The AI agent ended in the middle of its work.',
  agent_stalled: 'The AI agent said nothing for too long.',
  agent_timeout: 'The turn took longer than this AI agent may.',
  agent_failed: 'The AI agent reported an error.',
  agent_refused: 'The AI agent declined to do this.',
  agent_max_tokens: 'The answer became too long and was cut off.',
  agent_max_turn_requests: 'The AI agent asked its model too often in one turn.',
  agent_too_much: 'The AI agent sent more than kenny takes.',
  workspace: 'The workspace of the task could not be made.',
  sandbox: 'The sandbox could not be made.',
  access_ended: 'The token of whoever started this is no longer valid.',
  interrupted: 'The server restarted while this was at work.',
} as const;
export type TaskFault = keyof typeof TASK_FAULTS;
