import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PostedForm } from "~/components/accounts/forms";
import { InputField, TextareaField } from "~/components/ui/field";
import { TextLink } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";
import { illegalReportForm } from "~/schemas/illegal-content";
import { reportIllegal } from "~/services/moderation/illegal-content.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { useResultOf } from "~/utils/forms/result-of";
import { fixedMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  return {
    isSent: searchParams.has("sent"),
    address: searchParams.get("address"),
    constraint: getConstraint(illegalReportForm),
  };
};

export const action = formAction({
  schema: illegalReportForm,
  defaultIntent: "reportIllegal",
  forms: {
    reportIllegal: {
      page: "/illegal-content?sent=1",
      handle: (input, { client }) => reportIllegal(input, client),
      hiddenFields: ["website"],
    },
  },
});
export const clientAction = formClientAction("reportIllegal");

export default function IllegalContent() {
  const { isSent } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title="Report illegal content"
        standfirst={
          isSent
            ? "Thank you. Your report is with the moderators."
            : "For everybody, with or without an account. A moderator looks at each report, and you are told the outcome."
        }
      />
      <div className="max-w-reading">{isSent ? <Sent /> : <Form />}</div>
    </Page>
  );
}

const Sent = () => (
  <div className="grid gap-4 text-base">
    <p>
      A mail that says so is on its way to the address that you gave. You get one more, with the
      outcome. If you had reported the same with that address before, your first report stands, and
      no other mail comes.
    </p>
    <p>
      <TextLink to="/illegal-content">Report something else</TextLink>
    </p>
  </div>
);

type Field = "address" | "words" | "email";

function Form() {
  const { address, constraint } = useLoaderData<typeof loader>();
  const result = useResultOf("reportIllegal");
  return (
    <>
      <p className="mb-6 text-base">
        For what breaks the law. What breaks only the <TextLink to="/rules">House Rules</TextLink>{" "}
        can be flagged by everybody with an account, on its page.
      </p>
      <PostedForm<Field>
        intent="reportIllegal"
        constraint={constraint}
        defaultValue={{ address }}
        label="Send the report"
        pendingLabel="Sending…"
        isWholePage
      >
        {(fields) => (
          <>
            <InputField
              label="Address of the text"
              hint="Of the article, comment, review or person: copy it from the address bar. For a comment, follow the link of its time first."
              field={fields.address}
              dir="ltr"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextareaField
              label="Why it is illegal"
              hint="Which part of it, and which law, if you can. Only moderators read this."
              field={fields.words}
              limit={MAX_MODERATION_NOTE_LENGTH}
              rows={6}
            />
            <InputField
              label="Your email address"
              hint="Only for the answer. It is deleted with it, and nobody else learns of it."
              field={fields.email}
              type="email"
              autoComplete="email"
            />
            <p hidden>
              <label>
                Leave this empty
                <input
                  // Emptied after a refusal, so that whoever’s browser filled it in can send again.
                  key={result?.formError ? "again" : "first"}
                  name="website"
                  tabIndex={-1}
                  autoComplete="off"
                />
              </label>
            </p>
          </>
        )}
      </PostedForm>
    </>
  );
}

export const meta = fixedMeta({
  title: "Report illegal content",
  description: "Tell the moderators of illegal content on this site, with or without an account.",
  path: "/illegal-content",
});
