import { z } from "zod";
import { atLeast, atMost, required, showable } from "./fields";

const INVALID_EMAIL = "Invalid email address";

const email = atMost(showable(required()), 254, INVALID_EMAIL)
  .trim()
  .toLowerCase()
  .pipe(z.email(INVALID_EMAIL))
  .meta({
    description: "A valid address, in any case.",
    format: "email",
    examples: ["mara@example.org"],
  });

const withBounds = (text: z.ZodString, field: string, least: number, most: number) =>
  atMost(
    atLeast(text, least, `${field} must be at least ${least} characters`),
    most,
    `${field} must be ${most} characters or less`,
  );

const PASSWORD_CHARACTERS = "Password must contain alphanumeric characters and at least one symbol";

/** At least one letter or digit and at least one symbol, which is anything else but white space. */
const password = withBounds(showable(required()), "Password", 8, 256)
  .refine((value) => /[\p{L}\p{N}]/u.test(value) && /[^\p{L}\p{N}\s]/u.test(value), {
    error: PASSWORD_CHARACTERS,
  })
  .meta({
    description: "At least one letter or digit and at least one symbol.",
    format: "password",
    examples: ["correct horse battery!"],
  });

const name = withBounds(required(), "Name", 2, 20)
  .regex(/^[A-Za-z0-9]*$/, "Name can only contain alphanumeric characters")
  .meta({
    description: "Letters and digits; nobody else has it, in whatever case.",
    examples: ["Mara"],
  });

/** What signs a user in, by form or call. */
export const signInInput = z.object({ email, password });
export type SignInInput = z.infer<typeof signInInput>;

/** What makes an account, by call. */
export const signUpInput = z.object({ email, password, name });
export type SignUpInput = z.infer<typeof signUpInput>;

/** The form asks for the password twice. */
export const signUpForm = signUpInput
  .extend({ confirmPassword: showable(required()) })
  .refine((form) => form.password === form.confirmPassword, {
    error: "Passwords don't match",
    path: ["confirmPassword"],
    // Said as soon as both are there, whatever else is still to be put right.
    when: ({ value }) => {
      const { password, confirmPassword } = value as Partial<Record<string, unknown>>;
      return [password, confirmPassword].every(
        (typed) => typeof typed === "string" && typed !== "",
      );
    },
  });
