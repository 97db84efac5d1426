/** Making and using passkeys. The library that does it is fetched when somebody does. */
import type { ScriptRefusal } from "../forms/script-action.server";

const library = () => import("@simplewebauthn/browser");

/** Why it did not work, in words for people. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";

  constructor(
    message: string,
    readonly fieldErrors: Record<string, string[]> = {},
  ) {
    super(message);
  }
}

const NO_RESPONSE = "The site did not respond. Check your connection and try again.";
const NOT_USED = "No passkey was used. You can try again, or go on without one.";
const MADE_ALREADY = "This device has a passkey for your account already.";

/** @returns whether the browser knows passkeys, and lets this site use them */
export const knowsPasskeys = (): boolean =>
  "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(window.location.hostname);

async function post<Answer>(path: string, fields: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams(fields);
  const response = await fetch(path, { method: "POST", body }).catch(() => {
    throw new PasskeyError(NO_RESPONSE);
  });
  const answer = (await response.json().catch(() => null)) as Answer | ScriptRefusal | null;
  if (answer === null) throw new PasskeyError(NO_RESPONSE);
  if (response.ok) return answer as Answer;
  const { error, fieldErrors } = answer as ScriptRefusal;
  throw new PasskeyError(error, fieldErrors);
}

/** Browsers throw the same whether somebody said no, or nothing for too long. */
const asked = async <Answer>(ask: () => Promise<Answer>): Promise<string> =>
  JSON.stringify(
    await ask().catch((error: unknown) => {
      const isThere = error instanceof Error && error.name === "InvalidStateError";
      throw new PasskeyError(isThere ? MADE_ALREADY : NOT_USED);
    }),
  );

/**
 * Signs in by a passkey.
 *
 * @param step `second` after the password
 * @returns the API token of the sign-in
 * @throws PasskeyError
 */
export async function signInByPasskey(step?: "second"): Promise<string> {
  const path = "/login/passkey";
  const fields: Record<string, string> = step ? { step } : {};
  const { options } = await post<{ options: never }>(path, { ...fields, intent: "begin" });
  const { startAuthentication } = await library();
  const answer = await asked(() => startAuthentication({ optionsJSON: options }));
  return (await post<{ token: string }>(path, { ...fields, intent: "finish", answer })).token;
}

/**
 * Makes a passkey and adds it to the account.
 *
 * @param fields of the form
 * @throws PasskeyError
 */
export async function addPasskey(fields: Record<string, string>): Promise<void> {
  const path = "/settings/passkey";
  const { options } = await post<{ options: never }>(path, { ...fields, intent: "begin" });
  const { startRegistration } = await library();
  const answer = await asked(() => startRegistration({ optionsJSON: options }));
  await post(path, { name: fields.name ?? "", intent: "finish", answer });
}
