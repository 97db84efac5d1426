import { data } from "@remix-run/node";

const GONE = 410;

/**
 * Loader data of the page of a mailed link.
 *
 * @param email the address that the link is about; `null` if the link is no good
 * @param refusal what is said of a link that is no good
 */
export const mailedLinkData = (email: string | null, refusal: string) =>
  data(
    { email, refusal: email ? undefined : refusal },
    { status: email ? 200 : GONE, headers: { "Cache-Control": "no-store" } },
  );
