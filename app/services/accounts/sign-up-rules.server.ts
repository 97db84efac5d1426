/** What a new account may not have, beyond the rules of its form: a guessable password, a reserved name. */
import { site } from "~/config/site";
import { whyGuessable, type GuessableReason } from "~/domain/guessable-passwords";
import { isReservedName } from "~/domain/reserved-names";
import type { SignUpInput } from "~/schemas/accounts";
import { ServiceError } from "../errors";

export const GUESSABLE: Record<GuessableReason, string> = {
  common: "This password is too common and easily guessed. Please choose another.",
  personal:
    "This password is easily guessed from your name, your email address or the name of this site. Please choose another.",
};
export const RESERVED = "This name is reserved. Please choose another.";

let common: Promise<ReadonlySet<string>> | undefined;

/** The list takes a while to unpack and some megabytes, so it is loaded with the first sign-up. */
const commonPasswords = () => (common ??= loadCommonPasswords());

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/**
 * Checks what a new account may not have.
 *
 * @throws ServiceError `invalid` with the field errors
 */
export async function checkSignUp(input: SignUpInput): Promise<void> {
  rejectFields({
    ...(await passwordErrors(input)),
    ...(isReservedName(input.name, site.name) ? { name: [RESERVED] } : {}),
  });
}

/**
 * Checks a new password of an account.
 *
 * @throws ServiceError `invalid` with the field error
 */
export async function checkPassword(input: SignUpInput): Promise<void> {
  rejectFields(await passwordErrors(input));
}

async function passwordErrors({
  email,
  name,
  password,
}: SignUpInput): Promise<Record<string, string[]>> {
  const list = await commonPasswords();
  const [localPart = "", domain = ""] = email.split("@");
  const known = [name, site.name, ...localPart.split(/[^a-z0-9]+/), localPart, ...labelsOf(domain)];
  const reason = whyGuessable(password, { isCommon: (word) => list.has(word), known });
  return reason ? { password: [GUESSABLE[reason]] } : {};
}

function rejectFields(fieldErrors: Record<string, string[]>): void {
  if (!Object.keys(fieldErrors).length) return;
  throw new ServiceError("invalid", "Some fields are invalid.", { fieldErrors });
}

/** The parts of a domain but the last, which says little: `mail.example.org` gives mail and example. */
const labelsOf = (domain: string): string[] => [domain, ...domain.split(".").slice(0, -1)];
