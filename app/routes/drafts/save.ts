import type { ActionFunctionArgs } from "@remix-run/node";
import { autosaveInput } from "~/schemas/drafts";
import { saveForm } from "~/services/drafts/drafts.server";
import { postOnly } from "~/utils/http/allowed-methods.server";
import { handleScriptPost } from "./script-posts.server";

export const loader = postOnly;

/** Saves a form while it is being filled in. Called by a script on the page. */
export const action = (args: ActionFunctionArgs) =>
  handleScriptPost(args, autosaveInput, async (input, { viewer }) => {
    const { form, hub = null, draft, savedAt, formKey, ...fields } = input;
    const saved = await saveForm(viewer, { form, hub, fields }, { draft, savedAt, formKey });
    return { id: saved.id, savedAt: saved.updatedAt.toISOString() };
  });
