import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { GenerateAnswer } from "~/components/recommendations/generate";
import type { Viewer } from "~/domain/viewer";
import type { Refusal } from "~/services/errors";
import { getViewer } from "./auth.server";
import { readForm, rejected, textOf } from "./forms.server";
import { plural } from "./format";
import { contextOf } from "./load-context";
import { logCause, refusalOf } from "./refusals.server";
import { safeRedirect } from "./safe-redirect";
import { redirectWithToast } from "./toast.server";
import { toasts, type ToastKey } from "./toasts";

interface Generation {
  generate: (viewer: Viewer | null) => Promise<unknown>;
  succeeded: ToastKey;
  failed: ToastKey;
}

/**
 * Generates a recommendation for a page. A native post names where to go on to; a script's is answered
 * with what happened, and either with its page and the words when nothing was generated.
 */
export async function answerGenerate(
  { request, context }: ActionFunctionArgs,
  { generate, succeeded, failed }: Generation,
) {
  const { form, tooMany } = await readForm({ request, context });
  const back = textOf(form, "redirectTo");
  try {
    if (tooMany) throw tooMany;
    await generate(await getViewer(request));
  } catch (error) {
    const refusal = refusalOf(error, context, "nothing could be generated");
    if (refusal) logCause(refusal, contextOf(context).log);
    return rejected<GenerateAnswer>(refused(failed, refusal), refusal);
  }
  return back
    ? await redirectWithToast(safeRedirect(back), succeeded)
    : data<GenerateAnswer>({ toast: succeeded });
}

function reasonOf({ kind, message, details }: Refusal): string {
  if (kind === "unavailable") return "";
  const { retryAfterSeconds } = details;
  // There is one a minute: "a moment" would be too soon.
  return retryAfterSeconds
    ? `Please try again in ${plural(retryAfterSeconds, "second")}.`
    : message;
}

/** The catalogue's words, and after them what the one who asked can do something about. */
function refused(failed: ToastKey, refusal: Refusal | null): GenerateAnswer {
  const toast = toasts[failed];
  const reason = refusal ? reasonOf(refusal) : "";
  const description =
    reason && reason !== toast.description ? `${toast.description}. ${reason}` : toast.description;
  return { toast: { ...toast, description }, refused: description };
}
