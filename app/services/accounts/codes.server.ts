/** Checking the codes of a second factor: those of the authenticator app, and recovery codes. */
import type { Viewer } from "~/domain/viewer";
import { findSecondFactor, useRecoveryCode, useStep } from "~/models/second-factor.server";
import { recordEvent } from "../events/events.server";
import { mailNotice } from "./notices.server";
import { hashRecoveryCode } from "./recovery-codes.server";
import { enforceCodePauses, forgiveCode } from "./sign-in-limits.server";
import { stepOfCode } from "./totp.server";

/** @returns whether signing in with the password requires a code as well */
export const hasSecondFactor = async (userId: string): Promise<boolean> =>
  (await findSecondFactor(userId)) !== null;

/** The kind of code that was used as the second factor. */
export type CodeKind = "code" | "recovery-code";

/**
 * Checks a code of the authenticator app or a recovery code, and makes it unusable. The owner is notified by mail of
 * the use of a recovery code.
 *
 * @param origin the origin of this site, for the mail
 * @returns which kind of code it was, or `null` if it is wrong or was used before
 * @throws ServiceError `limited`, without checking the code, during a pause after wrong codes
 */
export async function spendCode(
  user: Viewer,
  typed: string,
  origin: string,
): Promise<CodeKind | null> {
  await enforceCodePauses(user.id);
  const kind = (await spendAppCode(user, typed)) ?? (await spendRecoveryCode(user, typed, origin));
  if (kind) await forgiveCode(user.id);
  else recordEvent({ kind: "code-refused", user: user.id });
  return kind;
}

async function spendAppCode({ id }: Viewer, typed: string): Promise<"code" | null> {
  const found = await findSecondFactor(id);
  const step = found && stepOfCode(found.secret, typed, new Date());
  return step !== null && (await useStep(id, found!.secret, step)) ? "code" : null;
}

async function spendRecoveryCode(
  user: Viewer,
  typed: string,
  origin: string,
): Promise<"recovery-code" | null> {
  const left = await useRecoveryCode(user.id, hashRecoveryCode(user.id, typed));
  if (left === null) return null;
  recordEvent({ kind: "recovery-code-used", user: user.id, left });
  await mailNotice(user, { kind: "recoveryCodeUsed", left }, origin);
  return "recovery-code";
}
