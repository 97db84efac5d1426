/** Rules for new accounts beyond the validation of the form: no guessable password, no reserved name. */
import { domainToUnicode } from "node:url";
import { environment } from "~/config/env.server";
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

/** The site's origin if it has none of its own. */
const LOCAL_ORIGIN = "http://localhost";

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first sign-up, because the list takes time to unpack and some megabytes. */
const commonPasswords = () => (common ??= loadCommonPasswords());

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** Checks the password and the name of a new account. @throws ServiceError `invalid` with the field errors */
export async function checkSignUp(input: SignUpInput): Promise<void> {
  rejectFields({
    ...(await passwordErrors(input)),
    ...(isReservedName(input.name, site.name) ? { name: [RESERVED] } : {}),
  });
}

/** Checks a new password of an account. @throws ServiceError `invalid` with the field error */
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
  const host = new URL(environment().APP_ORIGIN ?? LOCAL_ORIGIN).hostname;
  const known = [
    name,
    ...[site.name, localPart].flatMap(withPieces),
    ...[domain, host].flatMap(labelsOf),
  ];
  const reason = whyGuessable(password, { isCommon: (word) => list.has(word), known });
  return reason ? { password: [GUESSABLE[reason]] } : {};
}

function rejectFields(fieldErrors: Record<string, string[]>): void {
  if (!Object.keys(fieldErrors).length) return;
  throw new ServiceError("invalid", "Some fields are invalid.", { fieldErrors });
}

const withPieces = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{N}]+/u)];

/** The domain and its labels except the top-level one: mail and example for `mail.example.org`. */
const labelsOf = (domain: string): string[] =>
  [domain, domainToUnicode(domain)].flatMap((spelling) => [
    spelling,
    ...spelling.split(".").slice(0, -1).flatMap(withPieces),
  ]);
