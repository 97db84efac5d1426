import { data, redirect, type ActionFunctionArgs } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { z } from "zod";
import { isForDialog } from "~/components/accounts/account-mode";
import { signOut, type SignedIn, type SignInContext } from "~/services/accounts/accounts.server";
import { isDatabaseReachable } from "~/services/availability.server";
import { serializeUser } from "~/services/serializers";
import { redirectTargetIn } from "./account-forms";
import { browserSession, lookUpViewer, sessionCookie } from "../http/auth.server";
import { getClient } from "../http/request-client.server";
import { getConstraint, parseForm, readForm, rejected, textField } from "./parse-form.server";
import { logFailure } from "../http/error-responses.server";

type Enter<Schema extends z.ZodType> = (
  input: z.output<Schema>,
  context: SignInContext,
) => Promise<SignedIn>;

/** @returns where somebody wanted to go who was sent to sign in */
export const redirectTarget = (request: Request) =>
  redirectTargetIn(new URL(request.url).searchParams);

/**
 * What the account pages show, and what the dialog asks of them.
 *
 * @throws Response that leads whoever is signed in already on to where they wanted to go, except in the
 *   dialog: a page there may not know yet that they are, and is not to be left
 */
export async function accountPage(request: Request, schema: z.ZodType) {
  const redirectTo = redirectTarget(request);
  const { viewer } = await lookUpViewer(request);
  if (viewer && !isForDialog(new URL(request.url).searchParams)) throw redirect(redirectTo);
  const isUnavailable = !viewer && !(await isDatabaseReachable());
  return { redirectTo, constraint: getConstraint(schema), isUnavailable };
}

const UNAVAILABLE = "Signing in is unavailable just now. Please try again in a few minutes.";

/** What is typed in secret does not come back. */
const HIDDEN = ["password", "confirmPassword"];

/**
 * Takes the form of a sign-in or a sign-up: a native post is sent on to where its visitor wanted to go,
 * with the session's cookie; one that a script made (it says `answer=token`) gets a token beside it.
 *
 * @param failed what is said of an error of our own
 */
export async function enterByForm<Schema extends z.ZodType>(
  { request, context }: ActionFunctionArgs,
  schema: Schema,
  enter: Enter<Schema>,
  failed: string,
) {
  const { form, tooMany } = await readForm({ request: request.clone(), context });
  const submission = parseForm(form, schema);
  try {
    if (tooMany) throw tooMany;
    if (submission.status !== "success") {
      return rejected({ result: submission.reply({ hideFields: HIDDEN }) });
    }
    const wantsToken = textField(form, "answer") === "token";
    const authenticator = new Authenticator<SignedIn>();
    authenticator.use(
      new FormStrategy(async () =>
        enter(submission.value, {
          ...getClient(request, context),
          kinds: wantsToken ? ["browser", "token"] : ["browser"],
        }),
      ),
    );
    const { viewer, secrets } = await authenticator.authenticate("form", request);
    const replaced = await browserSession(request);
    if (replaced) await signOut(replaced.session);
    const headers = { "Set-Cookie": await sessionCookie(secrets.browser) };
    return wantsToken
      ? data({ token: secrets.token, user: serializeUser(viewer) }, { headers })
      : redirect(redirectTarget(request), { headers });
  } catch (error) {
    const refusal = logFailure(error, context, "nobody could be signed in");
    const formErrors =
      refusal?.kind === "unavailable" ? [failed, UNAVAILABLE] : [refusal?.message ?? failed];
    const result = submission.reply({ formErrors, hideFields: HIDDEN });
    return rejected({ result }, refusal);
  }
}
