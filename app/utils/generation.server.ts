import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { GenerateAnswer } from "~/components/recommendations/generate";
import type { Viewer } from "~/domain/viewer";
import { Refusal } from "~/services/errors";
import { getViewer } from "./auth.server";
import { countWrite, readForm, rejected, textOf } from "./forms.server";
import { plural } from "./format";
import { contextOf } from "./load-context";
import { logCause } from "./refusals.server";
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
  const back = textOf(await readForm(request), "redirectTo");
  try {
    await countWrite(request, context);
    await generate(await getViewer(request));
  } catch (error) {
    const { log } = contextOf(context);
    if (!(error instanceof Refusal)) {
      log.error({ err: error }, "nothing could be generated");
      return data<GenerateAnswer>(refused(failed), { status: 500 });
    }
    logCause(error, log);
    return rejected<GenerateAnswer>(refused(failed, error), error);
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
function refused(failed: ToastKey, refusal?: Refusal): GenerateAnswer {
  const toast = toasts[failed];
  const reason = refusal ? reasonOf(refusal) : "";
  const description =
    reason && reason !== toast.description ? `${toast.description}. ${reason}` : toast.description;
  return { toast: { ...toast, description }, refused: description };
}
