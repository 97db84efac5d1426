import { z } from "zod";
import { MAX_EMAIL_LENGTH, parseEmailAddress } from "~/domain/email-address";
import { TOKEN_DAYS, tokenScopes } from "~/domain/token-scopes";
import { atLeast, atMost, REQUIRED, required, requiredLine, showable, tooLong } from "./fields";
import { confirmationInput } from "./second-factor";

const INVALID_EMAIL = "Invalid email address";

const email = atMost(showable(required()), MAX_EMAIL_LENGTH, INVALID_EMAIL)
  .transform((typed, context) => {
    const address = parseEmailAddress(typed);
    if (address !== null) return address;
    context.addIssue(INVALID_EMAIL);
    return z.NEVER;
  })
  .meta({
    description:
      "An email address; case is ignored. An international domain is stored in its ASCII form and may be sent in either.",
    format: "email",
    examples: ["mara@example.org"],
  });

const withBounds = (text: z.ZodString, field: string, min: number, max: number) =>
  atMost(
    atLeast(text, min, `${field} must be at least ${min} characters`),
    max,
    `${field} must be ${max} characters or less`,
  );

const PASSWORD_CHARACTERS = "Password must contain alphanumeric characters and at least one symbol";

/** A symbol is anything but letters, digits and white space. */
const password = withBounds(showable(required()), "Password", 8, 256)
  .refine((value) => /[\p{L}\p{N}]/u.test(value) && /[^\p{L}\p{N}\s]/u.test(value), {
    error: PASSWORD_CHARACTERS,
  })
  .meta({
    description: "A password with at least one letter or digit and at least one symbol.",
    format: "password",
    examples: ["correct horse battery!"],
  });

const name = withBounds(required(), "Name", 2, 20)
  .regex(/^[A-Za-z0-9]*$/, "Name can only contain alphanumeric characters")
  .meta({
    description: "The public name: letters and digits only, unique regardless of case.",
    examples: ["Mara"],
  });

export const signInInput = z.object({ email, password });
export type SignInInput = z.infer<typeof signInInput>;

const invitation = z
  .string()
  .trim()
  .max(100, "This is not an invitation.")
  // Also the whole link.
  .transform((typed) => /(?:^|[?&]invitation=)([\w-]+)$/.exec(typed)?.[1] ?? (typed || undefined))
  .optional()
  .meta({
    description:
      "The code of an invitation, from the end of its link. Needed while the site is not open to everybody.",
    examples: ["q3l9Jb0yTnX7dK2vR8sW5u"],
  });

export const signUpInput = z.object({ email, password, name, invitation });
export type SignUpInput = z.infer<typeof signUpInput>;

/** Input to request a mail that resets a forgotten password, for form and API. */
export const forgotInput = z.object({ email });
export type ForgotInput = z.infer<typeof forgotInput>;

/** A new password; the account is identified by other means, such as the secret of a link. */
export const newPasswordInput = z.object({ password });
export type NewPasswordInput = z.infer<typeof newPasswordInput>;

export const changePasswordInput = z.object({ password, ...confirmationInput.shape });
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

export const changeEmailInput = z.object({ email, ...confirmationInput.shape });
export type ChangeEmailInput = z.infer<typeof changeEmailInput>;

export const deleteAccountInput = z.object({
  content: z
    .enum(["keep", "delete"], { error: "Please choose what happens to what you wrote." })
    .meta({
      description:
        "`keep` to leave what you wrote on the site without your name, or `delete` to delete it too.",
      examples: ["keep"],
    }),
  ...confirmationInput.shape,
});
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;

/** The forms to request a copy of the user's data, and to schedule or cancel the account's deletion. */
export const scheduleDeletionForm = deleteAccountInput.extend({
  intent: z.literal("scheduleDeletion"),
});
export const dataIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("requestExport") }),
  scheduleDeletionForm,
  z.object({ intent: z.literal("cancelDeletion") }),
]);

/** The secret at the end of a link in a mail. */
export const linkSecret = z
  .string({ error: REQUIRED })
  .regex(/^[\w-]{20,100}$/, "This is not the part of a link after its last slash.")
  .meta({
    description: "The secret of the mailed link: the part after its last slash.",
    examples: ["q3l9Jb0yTnX7dK2vR8sW5uZ1aE6cG4fH0iM9oP2tYwQ"],
  });

/** Input of the API calls that use a link from a mail. */
export const linkInput = z.object({ secret: linkSecret });

/** The forms of the page that confirms an email address. They only have buttons. */
export const proveEmailIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("proveEmail") }),
  z.object({ intent: z.literal("mailProof") }),
]);

interface ConfirmedPassword {
  password: string;
  confirmPassword: string;
}

/** Requires that both passwords match. Forms ask for a password twice, because its characters are hidden. */
const withConfirmation = <Schema extends z.ZodType<ConfirmedPassword>>(form: Schema) =>
  form.refine((typed) => typed.password === typed.confirmPassword, {
    error: "Passwords don't match",
    path: ["confirmPassword"],
    // Checked as soon as both are filled in, even while other fields are invalid.
    when: ({ value }) => {
      const { password, confirmPassword } = value as Partial<Record<string, unknown>>;
      return [password, confirmPassword].every(
        (entered) => typeof entered === "string" && entered !== "",
      );
    },
  });

const confirmPassword = showable(required());

/** The sign-up form also confirms the password, and has two fields against robots. */
export const signUpForm = withConfirmation(
  signUpInput.extend({
    confirmPassword,
    /** People do not see this field, so that only robots fill it in. */
    website: z.string().optional(),
    /** When the form was handed out, signed. */
    stamp: z.string().optional(),
  }),
);
export type SignUpFormInput = z.infer<typeof signUpForm>;

export const newPasswordForm = withConfirmation(newPasswordInput.extend({ confirmPassword }));

export const changeEmailForm = changeEmailInput.extend({ intent: z.literal("changeEmail") });
export const changePasswordForm = withConfirmation(
  changePasswordInput.extend({ intent: z.literal("changePassword"), confirmPassword }),
);
export const signInSettingsIntent = z.discriminatedUnion("intent", [
  changeEmailForm,
  changePasswordForm,
]);

/** The forms of the pages that mailed links about an email address open. They only have a button. */
export const confirmEmailChangeIntent = z.object({ intent: z.literal("confirmEmailChange") });
export const restoreEmailIntent = z.object({ intent: z.literal("restoreEmail") });

const TOKEN_DAYS_ERROR = "Please choose how long the token is valid.";

export const newTokenInput = z.object({
  name: atMost(requiredLine(), 60, tooLong("Name", 60)).meta({
    description: "A name that says what the token is for; only its owner sees it.",
    examples: ["Backup of my articles"],
  }),
  scope: z.enum(tokenScopes, { error: "Please choose what the token may do." }).meta({
    description: "`read` allows only calls that change nothing; `write` allows all calls.",
    examples: ["read"],
  }),
  days: z.coerce
    .number(TOKEN_DAYS_ERROR)
    .pipe(z.literal(TOKEN_DAYS, { error: TOKEN_DAYS_ERROR }))
    .meta({ description: "The number of days until the token expires.", examples: [30] }),
  ...confirmationInput.shape,
});
export type NewTokenInput = z.infer<typeof newTokenInput>;

export const makeTokenForm = newTokenInput.extend({ intent: z.literal("makeToken") });
export const sessionsIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("endSession"), session: z.string({ error: REQUIRED }) }),
  z.object({ intent: z.literal("endOtherSessions") }),
  makeTokenForm,
]);
