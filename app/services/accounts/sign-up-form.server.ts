/** Signing up by the form, which is where robots try first: they fill in every field, at once. */
import { randomBytes } from "node:crypto";
import { environment } from "~/config/env.server";
import { setSettingIfMissing } from "~/models/setting.server";
import type { SessionKind } from "~/models/session.server";
import type { SignUpFormInput } from "~/schemas/accounts";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { signUp, type SignedIn, type SignInContext } from "./accounts.server";
import { judgeStamp, makeStamp } from "./sign-up-stamp";

export const FILLED_IN =
  "Something filled in a field of this form that people do not see. Please enter your password again and send it.";
export const TOO_QUICK =
  "This form was sent faster than people type. Please enter your password again and send it.";
export const TOO_OLD =
  "This form was open for too long. Please enter your password again and send it.";

const stampKey = async () =>
  String(await setSettingIfMissing("key of sign-up forms", randomBytes(32).toString("hex")));

/**
 * @param sent the stamp of a form that has to be shown again
 * @returns the stamp for a form: the one that was sent while it is good for something, so that its time goes on
 */
export async function stampFor(sent?: string): Promise<string> {
  const key = await stampKey();
  const now = Date.now();
  const verdict = sent ? judgeStamp(key, sent, now) : "forged";
  return sent && (verdict === "good" || verdict === "quick") ? sent : makeStamp(key, now);
}

/**
 * Signs up by the form.
 * @throws ServiceError `invalid` for a form that a robot has filled in: its hidden field, or too fast; or with a stamp
 *   that is missing, false or too old; otherwise as `signUp`
 */
export async function signUpByForm<Kind extends SessionKind>(
  { website, stamp, ...input }: SignUpFormInput,
  context: SignInContext<Kind>,
): Promise<SignedIn<Kind>> {
  const refusal = website ? FILLED_IN : await refusalOf(stamp);
  if (refusal) {
    recordEvent({ kind: "sign-up-refused" }, { email: input.email });
    throw new ServiceError("invalid", refusal);
  }
  return signUp(input, context);
}

async function refusalOf(stamp: string | undefined): Promise<string | null> {
  if (!environment().RATE_LIMITS) return null;
  const verdict = judgeStamp(await stampKey(), stamp, Date.now());
  if (verdict === "good") return null;
  return verdict === "quick" ? TOO_QUICK : TOO_OLD;
}
