import { checkWith, type Issue } from './check-with.js';
import type * as http from './http/index.js';

/** Answers of the HTTP door by the name of their shape. */
export interface HttpAnswers {
  ApprovalAnswer: http.ApprovalAnswer;
  ApprovalList: http.ApprovalList;
  AuditList: http.AuditList;
  AuditLossState: http.AuditLossState;
  AuditVerification: http.AuditVerification;
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
  LossAccepted: http.LossAccepted;
  MeView: http.MeView;
  PausedRequesters: http.PausedRequesters;
  PolicyVerdict: http.PolicyVerdict;
  ReadinessView: http.ReadinessView;
  ReleaseList: http.ReleaseList;
  ReleaseView: http.ReleaseView;
  RuleList: http.RuleList;
  RuleView: http.RuleView;
  SessionList: http.SessionList;
  SessionsEnded: http.SessionsEnded;
  TokenList: http.TokenList;
  ToolResultView: http.ToolResultView;
}
export type HttpAnswerName = keyof HttpAnswers;

/**
 * Judges what a server answered before anybody relies on it: it may be another program, or a kenny
 * of another version. Further keys are fine. The validators (0.7 MB) are loaded with the first call.
 */
export async function readAnswer<N extends HttpAnswerName>(
  name: N,
  value: unknown,
): Promise<{ ok: true; value: HttpAnswers[N] } | { ok: false; issues: Issue[] }> {
  const { httpValidators } = await import('./generated/http-validators.js');
  const issues = checkWith(httpValidators, `http:${name}`, value);
  return issues.length === 0 ? { ok: true, value: value as HttpAnswers[N] } : { ok: false, issues };
}
