import { data } from "@remix-run/node";

const GONE = 410;

/**
 * Loader data of the page that a mailed link opens; a 410 if the link is invalid.
 *
 * @param email the email address that the link is about; `null` if the link is invalid
 * @param refusal the message for an invalid link
 */
export const mailedLinkData = (email: string | null, refusal: string) =>
  data(
    { email, refusal: email ? undefined : refusal },
    { status: email ? 200 : GONE, headers: { "Cache-Control": "no-store" } },
  );
