import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Viewer } from "~/domain/viewer";
import type { ServiceError } from "~/services/errors";
import { submitOnce } from "~/services/submissions.server";
import { getViewer } from "../http/auth.server";
import { parseForm, readForm, textField } from "./parse-form.server";
import { messagesOf, type FormIntent, type FormError, type FormResult } from "./form-result";
import { errorResponseInit, logFailure } from "../http/error-responses.server";
import { safeRedirect } from "../http/safe-redirect";
import { redirectWithToast } from "../toasts/toast.server";
import { errorToast, toasts, type Toast, type ToastKey } from "../toasts/toasts";

/** What a form has done: plain JSON, since it is stored for the same form arriving again. */
export interface FormOutcome {
  /** The id of what was stored. */
  posted?: string;
  /** In place of the form's usual success toast. */
  toast?: ToastKey;
}

interface FormCall {
  viewer: Viewer | null;
  params: ActionFunctionArgs["params"];
}

/** One of the forms that a page's action takes. */
export interface FormHandler<Input> {
  /** Does what the form asks for. Who may is the service's to say. */
  handle(input: Input, call: FormCall): Promise<FormOutcome>;
  /** Where a native post goes on to that does not say where it came from; without it, nowhere. */
  page?: string;
  /** Where a native post goes on to, if not simply back to where it says it came from. */
  redirectTo?(back: string, outcome: FormOutcome, call: FormCall): string;
  /** What is said of a refusal, if not the service's own words. */
  describe?(refusal: ServiceError): string;
  /** The form is a button and nothing more: there is no field to show a message beside. */
  isButton?: boolean;
}

/** What a form of this intent sends, where the page's schema tells forms apart by `intent`. */
type InputOf<Schema extends z.ZodType, Intent> =
  Extract<z.output<Schema>, { intent: Intent }> extends never
    ? z.output<Schema>
    : Extract<z.output<Schema>, { intent: Intent }>;

interface FormActionOptions<Schema extends z.ZodType, Intent extends FormIntent> {
  /** Of the page's only form, or of all of them as a union discriminated by `intent`. */
  schema: Schema | ((args: ActionFunctionArgs) => Schema);
  forms: { [Key in Intent]: FormHandler<InputOf<Schema, Key>> };
  /** What a form is that names no intent; without one such a form is a 400. */
  defaultIntent?: Intent;
}

const unknownIntent = () =>
  new Response("There is nothing of that kind to be done here.", { status: 400 });

/**
 * A page's action: reads and parses its forms, acts on each once, and answers.
 *
 * A native post names where to go back to, and is redirected there with a toast; a script's says
 * `answer=data` and is answered with a `FormResult`. A form that is refused gets its page again, with everything typed and the messages.
 *
 * @throws Response 400 for what is no form of this page
 */
export function formAction<Schema extends z.ZodType, Intent extends FormIntent>({
  schema,
  forms,
  defaultIntent,
}: FormActionOptions<Schema, Intent>) {
  const isIntent = (intent: string): intent is Intent => Object.hasOwn(forms, intent);

  return async (args: ActionFunctionArgs) => {
    const { form, tooMany } = await readForm(args);
    const intent = textField(form, "intent") || (defaultIntent ?? "");
    if (!isIntent(intent)) throw unknownIntent();
    form.set("intent", intent);
    const submission = parseForm(form, typeof schema === "function" ? schema(args) : schema);
    const { handle, page = "", redirectTo, describe, isButton } = forms[intent];
    const about = { intent, article: textField(form, "article") || undefined };
    const isScript = textField(form, "answer") === "data";
    const back = textField(form, "redirectTo") || (isScript ? "" : page);
    try {
      if (tooMany) throw tooMany;
      if (submission.status !== "success") {
        const [message] = isButton ? Object.values(submission.error ?? {}).flat() : [];
        const refusal = message && formErrorOf(intent, null, message);
        const result: FormResult = { ...about, submission: submission.reply() };
        return data<FormResult>(refusal ? { ...result, ...refusal } : result, { status: 400 });
      }
      const viewer = await getViewer(args.request);
      const call = { viewer, params: args.params };
      const act = () => handle(submission.value as InputOf<Schema, Intent>, call);
      const outcome = await (viewer ? submitOnce(submissionOf(form, args, viewer), act) : act());
      const toast = outcome.toast ?? messagesOf(intent).done;
      if (!back) return data<FormResult>({ ...about, toast, posted: outcome.posted });
      const target = safeRedirect(back);
      return await redirectWithToast(redirectTo?.(target, outcome, call) ?? target, toast);
    } catch (error) {
      const refusal = logFailure(error, args.context, `the form to ${intent} failed`);
      const { needsLogin } = messagesOf(intent);
      if (isButton && back && needsLogin && refusal?.kind === "unauthenticated") {
        return await redirectWithToast(safeRedirect(back), needsLogin);
      }
      const fieldErrors = refusal?.details.fieldErrors;
      const result: FormResult = { ...about, submission: submission.reply({ fieldErrors }) };
      const words = refusal && describe ? describe(refusal) : undefined;
      const init = refusal ? errorResponseInit(refusal) : { status: 500 };
      // What is said at a field need not be said of the whole.
      const whole = fieldErrors ? {} : formErrorOf(intent, refusal, words);
      return data<FormResult>({ ...result, ...whole }, init);
    }
  };
}

/** The submission's identity: where it went and every field, without what only says how to answer. */
function submissionOf(form: FormData, { request }: ActionFunctionArgs, { id }: Viewer) {
  const { pathname } = new URL(request.url);
  const fields = [...form.entries()].filter(
    ([name]) => !["formKey", "redirectTo", "answer"].includes(name),
  );
  return {
    key: textField(form, "formKey"),
    userId: id,
    fields: [["", pathname], ...(fields as [string, string][])] as const,
  };
}

/**
 * @param refusal `null` where the fault is our own
 * @param words said in place of those of the refusal
 * @returns why a form was refused, for its page, and the same as a toast for a script
 */
function formErrorOf(
  intent: FormIntent,
  refusal: ServiceError | null,
  words?: string,
): Required<Pick<FormResult, "refusal">> & Pick<FormResult, "toast"> {
  const { failed, needsLogin, failsQuietly } = messagesOf(intent);
  const toast = toastOfRefusal();
  const { title, description: message } = typeof toast === "string" ? toasts[toast] : toast;
  const kind: FormError["kind"] = refusal?.kind ?? (words ? "invalid" : "failed");
  return {
    refusal: { kind, title, message, existingId: refusal?.details.id },
    toast: failsQuietly ? undefined : toast,
  };

  function toastOfRefusal(): ToastKey | Toast {
    if (words) return { ...toasts[failed], description: words };
    if (!refusal || refusal.kind === "unavailable") return failed;
    if (refusal.kind === "unauthenticated" && needsLogin) return needsLogin;
    const { title } = toasts[failed];
    return { ...errorToast(refusal.message), title };
  }
}
