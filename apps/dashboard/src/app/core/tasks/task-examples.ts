/** What people look after PCs for; each can be given to an AI agent as it stands. */
export const TASK_EXAMPLES = [
  'See which programs start by themselves on each PC, and list what nobody needs',
  'Find the disks that will be full within three months, and say what fills them',
  'Check that virus protection and updates are on everywhere, and list what is not',
] as const;
