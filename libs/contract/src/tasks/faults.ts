/** Why a task has failed, or does not go on, in words for people who can do something about it. */
export const TASK_FAULTS = {
  agent_disabled: 'This agent is switched off. An admin can switch it on.',
  agent_unavailable: 'This agent cannot run on this server. "kenny task types" says why.',
  agent_command: 'The program of this agent could not be started. Check its command.',
  agent_auth: 'The agent wants a login or a key that it does not have. An admin must give it one.',
  agent_protocol: 'The agent does not speak a protocol that kenny knows.',
  agent_start: 'The agent did not get ready. Its output says more.',
  agent_crashed: 'The agent ended in the middle of its work.',
  agent_stalled: 'The agent said nothing for too long.',
  agent_timeout: 'The turn took longer than this agent may.',
  agent_failed: 'The agent reported an error.',
  agent_refused: 'The agent declined to do this.',
  agent_max_tokens: 'The answer became too long and was cut off.',
  agent_max_turn_requests: 'The agent asked its model too often in one turn.',
  agent_too_much: 'The agent sent more than kenny takes.',
  workspace: 'The workspace of the task could not be made.',
  sandbox: 'The sandbox could not be made.',
  access_ended: 'The token of whoever started this is no longer valid.',
  interrupted: 'The server restarted while this was at work.',
} as const;
export type TaskFault = keyof typeof TASK_FAULTS;
