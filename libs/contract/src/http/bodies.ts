import { AlertChannelBody, AlertChoices, OwnAlertChannel, PushBrowserBody } from './alerts.js';
import { AcceptLossBody } from './audit.js';
import {
  CreateAgentBody,
  CreateTokenBody,
  EnrollBody,
  InviteBody,
  LinkLoginBody,
  LoginBody,
  PatchAgentBody,
  PatchTokenBody,
  RekeyBody,
} from './auth.js';
import { AnswerChatBody, CancelChatBody, ChatBody, ConfirmBody, RenameChatBody } from './chat.js';
import { InstallerBody } from './distribution.js';
import { SnoozeBody } from './fleet.js';
import { BackupPlan, DownloadBackupBody, RestoreBackupBody } from './backups.js';
import { HelpLinkBody } from './help-link.js';
import { LimitBody, TagLimitBody } from './limits.js';
import { AddMemoryBody } from './memory.js';
import { NetworkBody } from './network.js';
import { CreateRuleBody, TestPolicyBody } from './policy.js';
import { UpdateAgentBody } from './releases.js';
import { ReleaseFeedBody } from './updates.js';
import { PatchChatSettingsBody, StoreModelKeyBody } from './settings.js';
import { CallToolBody, DecideBody } from './tools.js';
import {
  CreateBoardBody,
  CreateColumnBody,
  CreateTaskBody,
  MoveTaskBody,
  PatchAgentTypeBody,
  PromptTaskBody,
  ReprioritiseBody,
  RespondPermissionBody,
  StartTaskBody,
  StopTaskBody,
  TaskStateBody,
  UpdateBoardBody,
  UpdateColumnBody,
  UpdateTaskBody,
} from '../tasks/shapes/index.js';

/**
 * Everything a request may carry. Their generated validators (`http:<name>`) are closed: a key that
 * is not listed is refused, and so is null for an optional field.
 */
export const REQUEST_BODIES = {
  AcceptLossBody,
  AddMemoryBody,
  AlertChannelBody,
  AlertChoices,
  AnswerChatBody,
  BackupPlan,
  CallToolBody,
  CancelChatBody,
  ChatBody,
  ConfirmBody,
  CreateAgentBody,
  CreateBoardBody,
  CreateColumnBody,
  CreateRuleBody,
  CreateTaskBody,
  CreateTokenBody,
  DecideBody,
  DownloadBackupBody,
  EnrollBody,
  InstallerBody,
  LimitBody,
  InviteBody,
  LinkLoginBody,
  LoginBody,
  MoveTaskBody,
  HelpLinkBody,
  NetworkBody,
  OwnAlertChannel,
  PatchAgentBody,
  PatchAgentTypeBody,
  PatchChatSettingsBody,
  PatchTokenBody,
  PromptTaskBody,
  PushBrowserBody,
  RekeyBody,
  ReleaseFeedBody,
  RenameChatBody,
  ReprioritiseBody,
  RespondPermissionBody,
  RestoreBackupBody,
  SnoozeBody,
  StartTaskBody,
  StopTaskBody,
  StoreModelKeyBody,
  TagLimitBody,
  TaskStateBody,
  TestPolicyBody,
  UpdateAgentBody,
  UpdateBoardBody,
  UpdateColumnBody,
  UpdateTaskBody,
} as const;
