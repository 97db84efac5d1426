import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { z } from "zod";
import { isForDialog, secondStepPath } from "~/components/accounts/account-mode";
import { signOut, type SignedIn, type SignInContext } from "~/services/accounts/accounts.server";
import type { PendingSignIn } from "~/services/accounts/second-step.server";
import type { ServiceError } from "~/services/errors";
import { readSiteSettings } from "~/services/site-settings/site-settings.server";
import { isDatabaseReachable } from "~/services/database-availability.server";
import { serializeUser } from "~/presenters/accounts";
import { redirectTargetIn } from "./account-page-client-handlers";
import { browserSession, CLEAR_CACHE, lookUpViewer, sessionCookie } from "../http/auth.server";
import { getClient } from "../http/request-client.server";
import { secondStepCookie } from "../http/site-cookie.server";
import { getConstraint, parseForm, readForm, rejectedForm, textField } from "./parse-form.server";
import { logFailure } from "../http/error-responses.server";

/** @returns where to go after signing in */
export const redirectTarget = (request: Request) =>
  redirectTargetIn(new URL(request.url).searchParams);

/**
 * Loader data of the account pages and of the dialog.
 * @throws Response a redirect for users who are already signed in, except for the dialog: the page that
 *   opened it may not have noticed the sign-in yet and must stay open
 */
export async function accountPage(args: LoaderFunctionArgs, schema: z.ZodType) {
  const { request } = args;
  const redirectTo = redirectTarget(request);
  const { viewer } = await lookUpViewer(args);
  if (viewer && !isForDialog(new URL(request.url).searchParams)) throw redirect(redirectTo);
  const isUnavailable = !viewer && !isDatabaseReachable();
  const { signUp } = await readSiteSettings();
  const code = new URL(request.url).searchParams.get("invitation")?.slice(0, 100) ?? undefined;
  return {
    ...{ redirectTo, constraint: getConstraint(schema), isUnavailable },
    ...{ signUp, invitation: code },
  };
}

const UNAVAILABLE = "Signing in is unavailable just now. Please try again in a few minutes.";

/** Fields whose values are not returned with a rejected form. */
const HIDDEN_FIELDS = ["password", "confirmPassword", "website"];

interface FormOptions {
  nextPage?: (redirectTo: string) => string;
  stampFor?: (sent: string) => Promise<string>;
}

/**
 * The action of the sign-in and sign-up forms. A native post is redirected with the session cookie; a fetcher's
 * (`answer=token`) also gets a token. If the account needs a second step, both are sent to its page.
 * @param failureMessage shown for unexpected errors
 * @param options.nextPage the page in between, if both are not to go on at once
 * @param options.stampFor the stamp with which a rejected form is shown again
 */
export async function authenticateByForm<Schema extends z.ZodType>(
  { request, context }: ActionFunctionArgs,
  schema: Schema,
  authenticateAccount: (
    input: z.output<Schema>,
    context: SignInContext,
  ) => Promise<SignedIn | PendingSignIn>,
  failureMessage: string,
  { nextPage, stampFor }: FormOptions = {},
) {
  const copy = { request: request.clone(), context };
  const { form, rateLimitError } = await readForm(copy, { isShownAgain: true });
  const submission = parseForm(form, schema);
  const reject = async (
    reply: Parameters<typeof submission.reply>[0],
    error?: ServiceError | null,
  ) =>
    rejectedForm(
      {
        result: submission.reply({ ...reply, hideFields: HIDDEN_FIELDS }),
        stamp: await stampFor?.(textField(form, "stamp")).catch(() => undefined),
      },
      error,
    );
  try {
    if (rateLimitError) throw rateLimitError;
    if (submission.status !== "success") {
      return await reject({});
    }
    const wantsToken = textField(form, "answer") === "token";
    const authenticate = () =>
      authenticateAccount(submission.value, {
        ...getClient(request, context),
        kinds: wantsToken ? ["browser", "token"] : ["browser"],
      });
    const outcome = await new Authenticator<SignedIn | PendingSignIn>()
      .use(new FormStrategy(authenticate))
      .authenticate("form", request);
    if ("step" in outcome) return await secondStepResponse(request, outcome, wantsToken);
    const headers = await signedInHeaders(request, outcome);
    const { viewer, secrets } = outcome;
    const next = nextPage?.(redirectTarget(request));
    return wantsToken
      ? data({ token: secrets.token, user: serializeUser(viewer), next }, { headers })
      : redirect(next ?? redirectTarget(request), { headers });
  } catch (error) {
    const serviceError = logFailure(error, context, "a sign-in or sign-up failed");
    const fieldErrors = serviceError?.details.fieldErrors;
    // Field errors need no form error.
    const errors = fieldErrors
      ? { fieldErrors }
      : { formErrors: reasons(serviceError, failureMessage) };
    return reject(errors, serviceError);
  }
}

/** Ends the session that the new one replaces. @returns the headers that set the cookie of the new session */
export async function signedInHeaders(
  request: Request,
  { viewer, secrets }: SignedIn,
): Promise<Headers> {
  const replaced = await browserSession(request);
  if (replaced) await signOut(replaced.session);
  const headers = new Headers({ "Cache-Control": "no-store" });
  if (replaced && replaced.viewer.id !== viewer.id) headers.set("Clear-Site-Data", CLEAR_CACHE);
  headers.append("Set-Cookie", await sessionCookie(secrets.browser));
  if (await secondStepCookie.read(request)) {
    headers.append("Set-Cookie", await secondStepCookie.serializeExpired());
  }
  return headers;
}

async function secondStepResponse(request: Request, { step }: PendingSignIn, isFetcher: boolean) {
  const next = secondStepPath(redirectTarget(request));
  const headers = {
    "Cache-Control": "no-store",
    "Set-Cookie": await secondStepCookie.serialize(step),
  };
  return isFetcher ? data({ next }, { headers }) : redirect(next, { headers });
}

function reasons(error: ServiceError | null, failureMessage: string): string[] {
  if (error?.kind !== "unavailable") return [error?.message ?? failureMessage];
  // With a cause, the database is unavailable; without one, the error's own message says what is.
  return [failureMessage, error.cause === undefined ? error.message : UNAVAILABLE];
}
