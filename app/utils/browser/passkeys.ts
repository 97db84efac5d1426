/** Creates and uses passkeys. The WebAuthn library is only loaded when it is needed. */
import type { ScriptRefusal } from "../forms/script-action.server";

const library = () => import("@simplewebauthn/browser");

/** Says in its message, for the user, why a passkey could not be created or used. */
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
const MADE_ALREADY = "This device already has a passkey for your account.";

/** @returns whether the browser supports passkeys and allows them on this host: not if that is an IP address */
export const supportsPasskeys = (): boolean =>
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

/**
 * Runs a WebAuthn prompt and returns its response as JSON. Browsers throw the same error if the user declines and if
 * the prompt times out.
 */
const runPrompt = async <Answer>(prompt: () => Promise<Answer>): Promise<string> =>
  JSON.stringify(
    await prompt().catch((error: unknown) => {
      const exists = error instanceof Error && error.name === "InvalidStateError";
      throw new PasskeyError(exists ? MADE_ALREADY : NOT_USED);
    }),
  );

/**
 * Signs in with a passkey.
 *
 * @param step `second` if the passkey replaces the code after the password
 * @returns the API token of the sign-in
 * @throws PasskeyError if the passkey was not used, or the server rejected it or did not respond
 */
export async function signInByPasskey(step?: "second"): Promise<string> {
  const path = "/login/passkey";
  const fields: Record<string, string> = step ? { step } : {};
  const { options } = await post<{ options: never }>(path, { ...fields, intent: "begin" });
  const { startAuthentication } = await library();
  const answer = await runPrompt(() => startAuthentication({ optionsJSON: options }));
  return (await post<{ token: string }>(path, { ...fields, intent: "finish", answer })).token;
}

/**
 * Confirms by a passkey who acts.
 *
 * @throws PasskeyError if the passkey was not used, or the server rejected it or did not respond
 */
export async function confirmByPasskey(): Promise<void> {
  const path = "/admin/passkey";
  const { options } = await post<{ options: never }>(path, { intent: "begin" });
  const { startAuthentication } = await library();
  const answer = await runPrompt(() => startAuthentication({ optionsJSON: options }));
  await post(path, { intent: "finish", answer });
}

/**
 * Creates a passkey and adds it to the account.
 *
 * @throws PasskeyError if no passkey was created, or the server rejected it or did not respond
 */
export async function addPasskey(fields: Record<string, string>): Promise<void> {
  const path = "/settings/passkey";
  const { options } = await post<{ options: never }>(path, { ...fields, intent: "begin" });
  const { startRegistration } = await library();
  const answer = await runPrompt(() => startRegistration({ optionsJSON: options }));
  await post(path, { name: fields.name ?? "", intent: "finish", answer });
}
