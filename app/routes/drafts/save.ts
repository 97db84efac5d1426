import { autosaveInput } from "~/schemas/drafts";
import { saveForm } from "~/services/drafts/drafts.server";
import { scriptAction } from "~/utils/forms/script-action.server";
import { postOnly } from "~/utils/http/allowed-methods.server";
import { viewerOfPage } from "~/utils/http/auth.server";

export const loader = postOnly;

/** Saves a form while it is being filled in. Called by a script on the page. */
export const action = scriptAction(autosaveInput, async (input, args) => {
  const { form, hub = null, draft, savedAt, formKey, ...fields } = input;
  const content = { form, hub, fields };
  const saved = await saveForm(await viewerOfPage(args), content, { draft, savedAt, formKey });
  return { id: saved.id, savedAt: saved.updatedAt.toISOString() };
});
