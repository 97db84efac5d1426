import { z } from "zod";
import { currentPassword } from "./accounts";
import { atMost, required, requiredLine, showable } from "./fields";

export const WRONG_CODE = "This code is wrong, too old, or has been used.";

/** Far longer than a recovery code with spaces. */
const CODE_MAX = 100;

/** A code of an authenticator app, or a recovery code. */
const code = atMost(showable(required()), CODE_MAX, WRONG_CODE)
  .trim()
  .meta({
    description: "Six digits from the authenticator app, or a recovery code. Each is good once.",
    examples: ["492039"],
  });

/** Input of whoever confirms something by a code. */
export const codeInput = z.object({ code });
export type CodeInput = z.infer<typeof codeInput>;

/** What a call to sign in may bring along. */
export const callCodeInput = z.object({
  code: code.optional().meta({
    description:
      "Required for an account with a second factor, ignored for others: six digits from the authenticator app, or a recovery code.",
    examples: ["492039"],
  }),
});
export type CallCodeInput = z.infer<typeof callCodeInput>;

/** Input of whoever begins to change what the account is secured by. */
export const currentPasswordInput = z.object({ currentPassword });
export type CurrentPasswordInput = z.infer<typeof currentPasswordInput>;

/** Input of whoever changes a second factor that is on. */
export const confirmedCodeInput = z.object({ currentPassword, code });
export type ConfirmedCodeInput = z.infer<typeof confirmedCodeInput>;

const PASSKEY_NAME_MAX = 50;

/** What somebody calls a passkey. */
const passkeyName = atMost(
  requiredLine(),
  PASSKEY_NAME_MAX,
  `The name must be ${PASSKEY_NAME_MAX} characters or less.`,
);

/** Input of whoever adds a passkey, before the browser makes it. */
export const newPasskeyInput = z.object({ currentPassword, name: passkeyName });
export type NewPasskeyInput = z.infer<typeof newPasskeyInput>;

/** The forms of the settings' section about the second factor. */
export const secondFactorIntent = z.discriminatedUnion("intent", [
  currentPasswordInput.extend({ intent: z.literal("setUpFactor") }),
  codeInput.extend({ intent: z.literal("confirmFactor") }),
  z.object({ intent: z.literal("cancelFactor") }),
  confirmedCodeInput.extend({ intent: z.literal("renewRecoveryCodes") }),
  confirmedCodeInput.extend({ intent: z.literal("removeFactor") }),
  currentPasswordInput.extend({ intent: z.literal("removePasskey"), passkey: z.string() }),
]);
