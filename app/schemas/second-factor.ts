import { z } from "zod";
import { parseTypedCode } from "~/domain/typed-code";
import { atMost, required, requiredLine, showable } from "./fields";

export const WRONG_PASSWORD = "This is not your password.";
export const CODE_REQUIRED = "Your account has a second factor: please type one of its codes.";
export const WRONG_CODE = "This code is wrong, too old, or has been used.";

/** In characters; far more than a recovery code with spaces has. */
const MAX_CODE_LENGTH = 100;

/** A code of an authenticator app, or a recovery code. */
const code = atMost(showable(required()), MAX_CODE_LENGTH, WRONG_CODE)
  .overwrite(parseTypedCode)
  .meta({
    description:
      "A six-digit code from the authenticator app, or a recovery code; spaces, dashes and case are ignored. Each can be used only once.",
    examples: ["492039"],
  });

/** Input of forms and API calls that are confirmed by a code. */
export const codeInput = z.object({ code });
export type CodeInput = z.infer<typeof codeInput>;

/** The code of an account that may have no second factor. */
const optionalCode = code.optional().meta({
  description:
    "A six-digit code from the authenticator app, or a recovery code. Required for an account with a second factor, ignored for others.",
  examples: ["492039"],
});
export const callCodeInput = z.object({ code: optionalCode });
export type CallCodeInput = z.infer<typeof callCodeInput>;

/** The password that a signed-in user types again to confirm a change. */
const currentPassword = atMost(showable(required()), 256, WRONG_PASSWORD).meta({
  description: "The current password of the account, to confirm the request.",
  format: "password",
  examples: ["correct horse battery!"],
});

/** What confirms a change to the security of an account. */
export const confirmationInput = z.object({ currentPassword, code: optionalCode });
export type ConfirmationInput = z.infer<typeof confirmationInput>;

/** The same in a form that asks for it only if the last confirmation is too old. */
export const recentConfirmationInput = confirmationInput.partial();
export type RecentConfirmationInput = z.infer<typeof recentConfirmationInput>;

/** Input to start setting up a second factor. */
export const currentPasswordInput = z.object({ currentPassword });
export type CurrentPasswordInput = z.infer<typeof currentPasswordInput>;

/** Input to change a second factor that is switched on. */
export const confirmedCodeInput = z.object({ currentPassword, code });
export type ConfirmedCodeInput = z.infer<typeof confirmedCodeInput>;

const MAX_PASSKEY_NAME_LENGTH = 50;

/** The name that the user gives a passkey. */
const passkeyName = atMost(
  requiredLine(),
  MAX_PASSKEY_NAME_LENGTH,
  `The name must be ${MAX_PASSKEY_NAME_LENGTH} characters or less.`,
);

export interface PasskeyName {
  name: string;
}

/** A passkey's response as JSON. Only its outline is checked here; the library that verifies it checks the rest. */
const answer = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue("This is not JSON.");
      return z.NEVER;
    }
  })
  .pipe(z.looseObject({ id: z.string().max(2000), response: z.looseObject({}) }));
export type AuthenticationResponse = z.infer<typeof answer>;
export type RegistrationResponse = AuthenticationResponse;

/** The two requests of the script that adds a passkey: before the browser creates it, and after. */
export const addPasskeyIntent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("begin"),
    name: passkeyName,
    ...confirmationInput.shape,
  }),
  z.object({ intent: z.literal("finish"), name: passkeyName, answer }),
]);

/** The two requests of the script that signs in with a passkey; `step` is set if it replaces the code. */
const step = z.literal("second").optional();
export const passkeySignInIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin"), step }),
  z.object({ intent: z.literal("finish"), step, answer }),
]);

/** The two requests of the script that confirms by a passkey who acts. */
export const passkeyConfirmationIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin") }),
  z.object({ intent: z.literal("finish"), answer }),
]);

/** The forms of the settings' section about the second factor. */
export const secondFactorIntent = z.discriminatedUnion("intent", [
  currentPasswordInput.extend({ intent: z.literal("setUpFactor") }),
  codeInput.extend({ intent: z.literal("confirmFactor") }),
  z.object({ intent: z.literal("cancelFactor") }),
  confirmedCodeInput.extend({ intent: z.literal("renewRecoveryCodes") }),
  confirmedCodeInput.extend({ intent: z.literal("removeFactor") }),
  confirmationInput.extend({ intent: z.literal("removePasskey"), passkey: z.string() }),
]);
