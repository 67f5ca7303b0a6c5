import { checkWith, type Issue } from './check-with.js';
import type * as http from './http/index.js';
import type * as tasks from './tasks/shapes/index.js';

/** Answers of the HTTP door by the name of their shape. */
export interface HttpAnswers {
  AlertChannelList: http.AlertChannelList;
  AlertChannelView: http.AlertChannelView;
  AlertChoices: http.AlertChoices;
  AlertDeliveryView: http.AlertDeliveryView;
  AlertList: http.AlertList;
  AgentTypeList: tasks.AgentTypeList;
  AgentTypeView: tasks.AgentTypeView;
  ApprovalAnswer: http.ApprovalAnswer;
  ApprovalList: http.ApprovalList;
  AuditList: http.AuditList;
  AuditLossState: http.AuditLossState;
  AuditVerification: http.AuditVerification;
  BackupState: http.BackupState;
  BoardList: tasks.BoardList;
  BoardView: tasks.BoardView;
  CatalogView: http.CatalogView;
  ChatAnswer: http.ChatAnswer;
  ChatSessionDetail: http.ChatSessionDetail;
  ChatSessionList: http.ChatSessionList;
  ChatSessionView: http.ChatSessionView;
  CreatedToken: http.CreatedToken;
  EnrollmentIssued: http.EnrollmentIssued;
  ErrorBody: http.ErrorBody;
  FleetAgent: http.FleetAgent;
  FleetView: http.FleetView;
  InstallerIssued: http.InstallerIssued;
  LimitList: http.LimitList;
  LossAccepted: http.LossAccepted;
  MeView: http.MeView;
  OrchestratorStatus: tasks.OrchestratorStatus;
  PausedRequesters: http.PausedRequesters;
  PermissionAnswered: tasks.PermissionAnswered;
  PermissionList: tasks.PermissionList;
  PolicyVerdict: http.PolicyVerdict;
  ReadinessView: http.ReadinessView;
  ReleaseList: http.ReleaseList;
  ReleaseView: http.ReleaseView;
  RuleList: http.RuleList;
  RuleView: http.RuleView;
  ServerFacts: http.ServerFacts;
  SessionList: http.SessionList;
  SessionsEnded: http.SessionsEnded;
  Succeeded: tasks.Succeeded;
  TaskCompleted: tasks.TaskCompleted;
  TaskDetail: tasks.TaskDetail;
  TaskDiff: tasks.TaskDiff;
  TaskDone: tasks.TaskDone;
  TaskEventView: tasks.TaskEventView;
  TaskList: tasks.TaskList;
  TaskLogs: tasks.TaskLogs;
  TaskMoved: tasks.TaskMoved;
  TaskPrompted: tasks.TaskPrompted;
  TaskQueue: tasks.TaskQueue;
  TaskStarted: tasks.TaskStarted;
  TaskTriggered: tasks.TaskTriggered;
  TaskView: tasks.TaskView;
  TokenList: http.TokenList;
  TokenView: http.TokenView;
  ToolResultView: http.ToolResultView;
}
export type HttpAnswerName = keyof HttpAnswers;

/**
 * Judges what a server answered before anybody relies on it: it may be another program, or a kenny
 * of another version. Further keys are fine. The validators (1.6 MB) are loaded with the first call.
 */
export async function readAnswer<N extends HttpAnswerName>(
  name: N,
  value: unknown,
): Promise<{ ok: true; value: HttpAnswers[N] } | { ok: false; issues: Issue[] }> {
  const { httpAnswerValidators } = await import('./generated/http-answer-validators.js');
  const issues = checkWith(httpAnswerValidators, `http:${name}`, value);
  return issues.length === 0 ? { ok: true, value: value as HttpAnswers[N] } : { ok: false, issues };
}
