import { z } from "zod";
import { atLeast, atMost, required, showable } from "./fields";

const INVALID_EMAIL = "Invalid email address";

const email = atMost(showable(required()), 254, INVALID_EMAIL)
  .trim()
  .toLowerCase()
  .pipe(z.email(INVALID_EMAIL))
  .meta({
    description: "A valid address; case is ignored.",
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
    description: "At least one letter or digit and at least one symbol.",
    format: "password",
    examples: ["correct horse battery!"],
  });

const name = withBounds(required(), "Name", 2, 20)
  .regex(/^[A-Za-z0-9]*$/, "Name can only contain alphanumeric characters")
  .meta({
    description: "Letters and digits; unique regardless of case.",
    examples: ["Mara"],
  });

/** Sign-in input, for form and API. */
export const signInInput = z.object({ email, password });
export type SignInInput = z.infer<typeof signInInput>;

/** Sign-up input of the API. */
export const signUpInput = z.object({ email, password, name });
export type SignUpInput = z.infer<typeof signUpInput>;

/** The sign-up form also confirms the password. */
export const signUpForm = signUpInput
  .extend({ confirmPassword: showable(required()) })
  .refine((form) => form.password === form.confirmPassword, {
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
