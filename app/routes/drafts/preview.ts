import { previewInput } from "~/schemas/drafts";
import { previewArticle } from "~/services/drafts/preview.server";
import { scriptAction } from "~/utils/forms/script-action.server";
import { postOnly } from "~/utils/http/allowed-methods.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { getClient } from "~/utils/http/request-client.server";

export const loader = postOnly;

/** Previews the article that is being typed. Called by a script on the page. */
export const action = scriptAction(previewInput, async (typed, args) => {
  const { address } = getClient(args.request, args.context);
  return previewArticle(await viewerOfPage(args), address, typed);
});
