import type { LinkPurpose } from "~/models/account-link.server";
import { emailOfLink, LINK_REFUSED } from "~/services/accounts/links.server";
import { orErrorResponse } from "./error-responses.server";

const GONE = 410;

/** @returns what the page of a mailed link shows: the address that it is about, or a 410 with the reason */
export async function openMailedLink(secret: string | undefined, purpose: LinkPurpose) {
  const email = await orErrorResponse(emailOfLink(secret ?? "", purpose));
  return {
    email,
    refusal: email ? null : LINK_REFUSED[purpose],
    init: { status: email ? 200 : GONE, headers: { "Cache-Control": "no-store" } },
  };
}
