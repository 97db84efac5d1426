/** The valid email address of the HTML standard, but with a dot in its domain, because mail reaches no other. */
const ADDRESS =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** RFC 5321, 4.5.3.1.3: a path has 256 characters, of which two are angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

/**
 * Reads an email address as it is stored and compared: in lower case, without white space around it, and with an
 * international domain in its ASCII form.
 *
 * @param typed as a person or a program spells it; an international domain in either form
 * @returns the address, or `null` if it is invalid; one whose local part is not ASCII is, too, because many mail
 *   servers cannot deliver to it
 */
export function parseEmailAddress(typed: string): string | null {
  const text = typed.trim();
  const at = text.lastIndexOf("@");
  const domain = asciiDomain(text.slice(at + 1));
  const address = `${text.slice(0, at)}@${domain}`;
  // Tested before it is put in lower case: the Kelvin sign would become a k.
  const isValid = domain !== null && address.length <= MAX_EMAIL_LENGTH && ADDRESS.test(address);
  return isValid ? address.toLowerCase() : null;
}

/** @returns a domain as browsers look it up, or `null` if it is none or an IP address */
function asciiDomain(domain: string): string | null {
  // These would end the domain, or be decoded.
  if (domain.length > MAX_EMAIL_LENGTH || /[\s/\\?#:%@[\]]/.test(domain)) return null;
  const address = `http://${domain}/`;
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  return /\.\d+$/.test(hostname) ? null : hostname;
}
