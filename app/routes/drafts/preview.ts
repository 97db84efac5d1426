import type { ActionFunctionArgs } from "@remix-run/node";
import { previewInput } from "~/schemas/drafts";
import { previewArticleText } from "~/services/drafts/preview.server";
import { postOnly } from "~/utils/http/allowed-methods.server";
import { handleScriptPost } from "./script-posts.server";

export const loader = postOnly;

/** Renders the Markdown that is being typed. Called by a script on the page. */
export const action = (args: ActionFunctionArgs) =>
  handleScriptPost(args, previewInput, async ({ content }, { viewer, address }) => ({
    html: await previewArticleText(viewer, address, content),
  }));
