import { data, type LoaderFunctionArgs } from "@remix-run/node";
import type { LinkPurpose } from "~/models/account-link.server";
import { emailOfLink, LINK_REFUSED } from "~/services/accounts/links.server";
import { orErrorResponse } from "./error-responses.server";

const GONE = 410;

/** @returns the loader of a page that a mailed link opens: the address that it is about, or a 410 with the reason */
export const mailedLinkLoader =
  (purpose: LinkPurpose) =>
  async ({ params }: LoaderFunctionArgs) => {
    const email = await orErrorResponse(emailOfLink(params.secret ?? "", purpose));
    return data(
      { email, refusal: email ? undefined : LINK_REFUSED[purpose] },
      { status: email ? 200 : GONE, headers: { "Cache-Control": "no-store" } },
    );
  };
