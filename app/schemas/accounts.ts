import { z } from "zod";
import { required } from "./fields";

const email = required()
  .max(254, "Invalid email address")
  .trim()
  .toLowerCase()
  .pipe(z.email("Invalid email address"))
  .meta({
    description: "A valid address, in any case.",
    format: "email",
    examples: ["mara@example.org"],
  });

const PASSWORD_CHARACTERS = "Password must contain alphanumeric characters and at least one symbol";

/** At least one letter or digit and at least one symbol, which is anything else but white space. */
const password = required()
  .min(8, "Password must be at least 8 characters")
  .max(256, "Password must be 256 characters or less")
  .refine((value) => /[\p{L}\p{N}]/u.test(value) && /[^\p{L}\p{N}\s]/u.test(value), {
    error: PASSWORD_CHARACTERS,
  })
  .meta({
    description: "At least one letter or digit and at least one symbol.",
    format: "password",
    examples: ["correct horse battery!"],
  });

const name = required()
  .min(2, "Name must be at least 2 characters")
  .max(20, "Name must be 20 characters or less")
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
  .extend({ confirmPassword: required() })
  .refine((form) => form.password === form.confirmPassword, {
    error: "Passwords don't match",
    path: ["confirmPassword"],
    // Said as soon as both are there, whatever else is still to be put right.
    when: ({ value }) => {
      const form = value as Partial<Record<string, unknown>>;
      return typeof form.password === "string" && typeof form.confirmPassword === "string";
    },
  });
