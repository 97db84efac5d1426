import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FormAlert } from "~/components/ui/form";
import { Section } from "~/components/ui/page";
import { makeTokenForm, sessionsIntent } from "~/schemas/accounts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  makeToken,
} from "~/services/accounts/sessions.server";
import { serializeSignIn } from "~/presenters/accounts";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { requireViewer, sessionOfPage } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { useResultOf } from "~/utils/forms/result-of";
import { SettingsButton } from "./form";
import { SessionList } from "./session-list";
import { TokenForm } from "./token-form";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

const PATH = "/settings/sessions";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const current = (await sessionOfPage(args))?.session.signInId ?? null;
  const signIns = await orErrorResponse(listSessions(viewer, current));
  return { signIns: signIns.map(serializeSignIn), constraint: getConstraint(makeTokenForm) };
}

export const action = formAction({
  schema: sessionsIntent,
  forms: {
    endSession: {
      isButton: true,
      page: PATH,
      async handle(input, { viewer }) {
        await endSession(viewer, input.session);
        return {};
      },
    },
    endOtherSessions: {
      isButton: true,
      page: PATH,
      async handle(_input, { viewer, session }) {
        await endOtherSessions(viewer, session?.signInId ?? null);
        return {};
      },
    },
    makeToken: {
      answersSecret: true,
      hiddenFields: ["currentPassword", "code"],
      async handle(input, { viewer, client }) {
        const { secret } = await makeToken(viewer, input, client);
        return { secret };
      },
    },
  },
});
export const clientAction = formClientAction("makeToken");

/** The user's sessions, and their API tokens. */
export default function SessionSettings() {
  const { signIns, constraint } = useLoaderData<typeof loader>();
  const sessions = signIns.filter(({ token }) => !token);
  const ended = useResultOf("endSession");
  const isListed = signIns.some(({ id }) => id === ended?.item);
  const tokens = signIns.filter(({ token }) => token);
  return (
    <div>
      <Section
        id="sessions"
        title="Sessions"
        standfirst="Where you are signed in. A session that you end is signed out at its next request."
        isFirst
      >
        {isListed ? null : <FormAlert className="mb-3">{ended?.formError?.message}</FormAlert>}
        <SessionList sessions={sessions} />
        {signIns.length > 1 ? (
          <div className="mt-6">
            <SettingsButton
              intent="endOtherSessions"
              label="End all other sessions and all tokens"
              pendingLabel="Ending…"
              variant="secondary"
            />
          </div>
        ) : null}
      </Section>
      <Section
        id="tokens"
        title="Tokens"
        standfirst="For programs that call the API in your name. A token is shown only once, when it is created."
      >
        <SessionList sessions={tokens} />
        <TokenForm constraint={constraint} />
      </Section>
    </div>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Sessions and tokens",
    description: "Where you are signed in, and your API tokens.",
    path: PATH,
    hidden: true,
  });
