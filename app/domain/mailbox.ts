/** Domains where dots in the local part mean nothing, and that deliver to the same mailboxes. */
const GMAIL = new Set(["gmail.com", "googlemail.com"]);

/**
 * Returns the mailbox that an address delivers to, as the key of limits: what follows a plus sign in the local part is
 * a tag, in nearly all mail systems. Mails are sent to the address itself.
 *
 * @param email in lower case
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  // Not at the first character, so that something is left.
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/s, "");
  return GMAIL.has(domain) ? `${local.replaceAll(".", "")}@gmail.com` : `${local}@${domain}`;
}
