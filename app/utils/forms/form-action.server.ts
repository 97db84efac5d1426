import { data, type ActionFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import type { Viewer } from "~/domain/viewer";
import type { ActiveSession } from "~/models/session.server";
import type { Content } from "~/services/content/markdown.server";
import type { ArticlePreview } from "~/services/drafts/preview.server";
import type { ServiceError } from "~/services/errors";
import { submitOnce } from "~/services/submissions.server";
import { browserSession, markFormPost } from "../http/auth.server";
import { getClient, type RequestClient } from "../http/request-client.server";
import { parseForm, readForm, textField } from "./parse-form.server";
import { messagesOf, type FormIntent } from "./form-messages";
import { errorToast, type Toast } from "~/utils/toasts/toast";
import type { ToastKey } from "../toasts/toasts";
import type { FormError, FormResult } from "./form-result";
import { errorResponseInit, logFailure } from "../http/error-responses.server";
import { safeRedirect } from "../http/safe-redirect";
import { redirectWithToast, toToast } from "../toasts/toast.server";

/** The outcome of a form: plain JSON, because it is stored to respond to duplicate submissions. */
export interface FormOutcome {
  posted?: string;
  /** Where to go, instead of the page that the form names. Scripts go there only if something was posted. */
  goTo?: string;
  /** The path of what was posted, to which the toast links. */
  link?: string;
  /** Of a text that was not stored. The page is rendered again with everything typed. */
  preview?: ArticlePreview;
  /** Likewise, of a text of the site. */
  textPreview?: Content;
  /** The page is rendered again with the result of the form's `show`. */
  isShown?: true;
  toast?: ToastKey;
  /** A domain in what was stored that moderators warn of; the toast says so. */
  warnedOf?: string | undefined;
  /** Shown once, on the page in the response. Only for forms with `answersSecret`, whose outcome is not stored. */
  secret?: string;
}

export interface FormContext {
  viewer: Viewer | null;
  session: ActiveSession | null;
  client: RequestClient;
  params: ActionFunctionArgs["params"];
}

export interface FormHandler<Input> {
  /** Performs the action; permissions are checked by the service. */
  handle(input: Input, context: FormContext): Promise<FormOutcome | void>;
  /**
   * Where to redirect a native post that does not name a page itself. A function receives the id of the article that
   * the form names, or an empty string.
   */
  page?: string | ((args: ActionFunctionArgs, article: string) => string);
  /** Overrides where a native post is redirected to. It must not throw: the form has been handled. */
  redirectTo?(
    returnTo: string,
    outcome: FormOutcome,
    context: FormContext,
    input: Input,
  ): string | Promise<string>;
  /** Returns what the page shows if the outcome has `isShown`. Called for each submission; the result is not stored. */
  show?(): Promise<Pick<FormResult, "recommendation">>;
  describe?(error: ServiceError): string;
  /** Whether the form is only a button, with no fields to show errors beside. */
  isButton?: boolean;
  /** Whether the form changes nothing, so that duplicate submissions need not be detected. */
  isRead?: boolean;
  /** Whether the outcome contains a secret. It is then not stored, so a duplicate submission is processed again. */
  answersSecret?: boolean;
  /**
   * Fields that are not sent back with a rejected form, such as passwords. Not even a hash of them is stored,
   * so a duplicate submission is processed again.
   */
  hiddenFields?: string[];
}

/** The input of the form with this intent, from the page's schema discriminated by `intent`. */
type InputOf<Schema extends z.ZodType, Intent> =
  Extract<z.output<Schema>, { intent: Intent }> extends never
    ? z.output<Schema>
    : Extract<z.output<Schema>, { intent: Intent }>;

interface FormActionOptions<Schema extends z.ZodType, Intent extends FormIntent> {
  /** The schema of the page's only form, or a union of all forms discriminated by `intent`. */
  schema: Schema | ((args: ActionFunctionArgs) => Schema);
  forms: { [Key in Intent]: FormHandler<InputOf<Schema, Key>> };
  /** The intent of a form that names none; if omitted, such a form is a 400. */
  defaultIntent?: NoInfer<Intent>;
  /** Refuses a form that its sender may not send, also if it is invalid. */
  authorize?(form: FormData, context: FormContext): Promise<void>;
}

const doneKey = (intent: FormIntent): ToastKey => `${intent}.done`;
const NO_STORE = { "Cache-Control": "no-store" };
const SIGNED_OUT = { viewer: null, session: null };
const unknownIntent = () => new Response("Unknown form intent.", { status: 400 });

/**
 * Creates a page's action: reads and validates its forms, handles each submission once, and responds.
 *
 * A native post is redirected to the page it names, with a toast. A fetcher's post says `answer=data` and gets a
 * `FormResult`. A rejected form gets its page again, with everything typed and the errors.
 *
 * @throws Response 400 for anything that is not a form of this page
 */
export function formAction<Schema extends z.ZodType, Intent extends FormIntent>({
  schema,
  forms,
  defaultIntent,
  authorize,
}: FormActionOptions<Schema, Intent>) {
  const isIntent = (intent: string): intent is Intent => Object.hasOwn(forms, intent);

  return async (args: ActionFunctionArgs) => {
    const { form, rateLimitError } = await readForm(args, { isShownAgain: true });
    markFormPost(args);
    const intent = textField(form, "intent") || (defaultIntent ?? "");
    if (!isIntent(intent)) throw unknownIntent();
    form.set("intent", intent);
    const submission = parseForm(form, typeof schema === "function" ? schema(args) : schema);
    const {
      handle,
      page = "",
      redirectTo,
      show,
      describe,
      isButton,
      isRead,
      answersSecret,
      hiddenFields,
    } = forms[intent];
    const reply = (fieldErrors?: Record<string, string[]>) =>
      submission.reply({ fieldErrors, hideFields: hiddenFields as never });
    const { itemField } = messagesOf(intent);
    const item = itemField && textField(form, itemField);
    const formInfo = { intent, article: textField(form, "article") || undefined, item };
    const isFetcher = textField(form, "answer") === "data";
    const ownPage = typeof page === "string" ? page : page(args, formInfo.article ?? "");
    const returnTo = textField(form, "redirectTo") || (isFetcher ? "" : ownPage);
    try {
      if (rateLimitError) throw rateLimitError;
      if (authorize) await authorize(form, await contextOf(args));
      if (submission.status !== "success") {
        const [message] = isButton ? Object.values(submission.error ?? {}).flat() : [];
        const formError = message && formErrorOf(intent, null, message);
        const result: FormResult = { ...formInfo, submission: reply() };
        return data<FormResult>(formError ? { ...result, ...formError } : result, { status: 400 });
      }
      const context = await contextOf(args);
      const { viewer } = context;
      const input = submission.value as InputOf<Schema, Intent>;
      const act = async () => (await handle(input, context)) ?? {};
      const runsOnce = viewer && !isRead && !answersSecret && !hiddenFields;
      const outcome = await (runsOnce ? submitOnce(submissionOf(form, args, viewer), act) : act());
      const toast = outcome.toast ?? doneKey(intent);
      const { posted, goTo, link, secret, preview, textPreview, warnedOf } = outcome;
      if (preview ?? textPreview) {
        return data<FormResult>(
          { ...formInfo, submission: reply(), preview, textPreview },
          { headers: NO_STORE },
        );
      }
      if (secret) return data<FormResult>({ ...formInfo, secret }, { headers: NO_STORE });
      if (outcome.isShown && show) {
        return data<FormResult>({ ...formInfo, toast, ...(await show()) }, { headers: NO_STORE });
      }
      if (!returnTo) {
        const shown = warnedOf ? await toToast({ key: toast, to: link, warnedOf }) : toast;
        return data<FormResult>({ ...formInfo, toast: shown ?? toast, posted, goTo, link });
      }
      const target = safeRedirect(goTo ?? returnTo);
      const elsewhere = await redirectTo?.(target, outcome, context, input);
      return await redirectWithToast(elsewhere ?? target, toast, { to: link, warnedOf });
    } catch (error) {
      const serviceError = logFailure(error, args.context, `the form to ${intent} failed`);
      const { needsLogin } = messagesOf(intent);
      if (isButton && returnTo && needsLogin && serviceError?.kind === "unauthenticated") {
        return await redirectWithToast(safeRedirect(returnTo), `${intent}.needsLogin` as ToastKey);
      }
      const fieldErrors = serviceError?.details.fieldErrors;
      const result: FormResult = { ...formInfo, submission: reply(fieldErrors) };
      const message = serviceError && describe ? describe(serviceError) : undefined;
      const init = serviceError ? errorResponseInit(serviceError) : { status: 500 };
      // Field errors need no form error.
      const formError = fieldErrors ? {} : formErrorOf(intent, serviceError, message);
      return data<FormResult>({ ...result, ...formError }, init);
    }
  };
}

async function contextOf({ request, context, params }: ActionFunctionArgs): Promise<FormContext> {
  const { viewer, session } = (await browserSession(request)) ?? SIGNED_OUT;
  return { viewer, session, client: getClient(request, context), params };
}

/** Identifies a submission by its URL and fields, except those that only control the response. */
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
 * @param error `null` for an internal error
 * @returns the error for the form, and the same as a toast for a fetcher
 */
function formErrorOf(
  intent: FormIntent,
  error: ServiceError | null,
  message?: string,
): Required<Pick<FormResult, "formError">> & Pick<FormResult, "toast"> {
  const { failed, needsLogin, failsQuietly } = messagesOf(intent);
  const toast = errorToastOf();
  const kind: FormError["kind"] = error?.kind ?? (message ? "invalid" : "failed");
  return {
    formError: {
      kind,
      title: toast.title,
      message: toast.description,
      existingId: error?.details.id,
    },
    toast: failsQuietly ? undefined : toast,
  };

  function errorToastOf(): Toast {
    if (message) return { ...failed, description: message };
    if (!error || error.kind === "unavailable") return failed;
    if (error.kind === "unauthenticated" && needsLogin) return needsLogin;
    return errorToast(error.message, failed.title);
  }
}
