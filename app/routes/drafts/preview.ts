import type { ActionFunctionArgs } from "@remix-run/node";
import { previewInput } from "~/schemas/drafts";
import { previewArticleText } from "~/services/drafts/preview.server";
import { answerScript, postOnly } from "./script-answers.server";

export const loader = postOnly;

/** Renders the Markdown that is being typed. Called by a script on the page. */
export const action = (args: ActionFunctionArgs) =>
  answerScript(args, previewInput, async ({ content }, { viewer, address }) => ({
    html: await previewArticleText(viewer, address, content),
  }));
