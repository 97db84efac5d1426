import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { IdentityField } from "~/components/accounts/identity-fields";
import { PostedForm, type FieldConstraints } from "~/components/accounts/forms";
import { InputField, SelectField } from "~/components/ui/field";
import { FormAlert } from "~/components/ui/form";
import { Section } from "~/components/ui/page";
import { TOKEN_DAYS } from "~/domain/token-scopes";
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
import { hiddenMeta } from "~/utils/seo/meta";
import { useResultOf } from "~/utils/forms/result-of";
import { ConfirmationFields, SettingsButton } from "./form";
import { SessionList } from "./session-list";

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
      handle: (input, { viewer }) => endSession(viewer, input.session),
    },
    endOtherSessions: {
      isButton: true,
      page: PATH,
      handle: (_input, { viewer, session }) => endOtherSessions(viewer, session?.signInId ?? null),
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
              variant="danger"
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

const scopeOptions = [
  { value: "read", label: "Read" },
  { value: "write", label: "Read and write" },
];
const dayOptions = TOKEN_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));

/** The form to create an API token, which it then shows once. */
function TokenForm({ constraint }: { constraint: FieldConstraints }) {
  const result = useResultOf("makeToken");
  if (result?.secret) return <NewToken token={result.secret} />;
  return (
    <details className="mt-6" open={result !== undefined}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Create a token
      </summary>
      <div className="mt-4">
        <PostedForm<"name" | "scope" | "days" | IdentityField>
          intent="makeToken"
          constraint={constraint}
          defaultValue={{ scope: "read", days: "30" }}
          label="Create the token"
          pendingLabel="Creating…"
        >
          {(fields) => (
            <>
              <InputField
                label="What it is for"
                hint="For example: backup of my articles."
                field={fields.name}
                autoComplete="off"
              />
              <SelectField label="What it may do" options={scopeOptions} field={fields.scope} />
              <SelectField label="How long it is valid" options={dayOptions} field={fields.days} />
              <ConfirmationFields fields={fields} />
            </>
          )}
        </PostedForm>
      </div>
    </details>
  );
}

const NewToken = ({ token }: { token: string }) => (
  <div role="status" className="mt-6 rounded border border-positive bg-positive-wash px-5 py-4">
    <p className="font-medium">This is the new token. Copy it now: it is not shown again.</p>
    <p className="mt-2 font-mono text-sm break-all select-all">{token}</p>
  </div>
);

export const meta = hiddenMeta(
  "Sessions and tokens",
  "Where you are signed in, and your API tokens.",
  PATH,
);
