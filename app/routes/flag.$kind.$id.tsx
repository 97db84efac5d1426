import { getCollectionProps } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PostedForm } from "~/components/accounts/forms";
import { flagOutcome } from "~/components/moderation/flag-outcome";
import { WithdrawFlag } from "~/components/moderation/withdraw-flag";
import { RadioFieldset, TextareaField } from "~/components/ui/field";
import { FormKeyField } from "~/components/ui/form";
import { TextLink } from "~/components/ui/link";
import { Page, PageHeader } from "~/components/ui/page";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";
import {
  moderationReasonNames,
  moderationReasons,
  type ModerationReason,
} from "~/domain/moderation";
import { serializeFlag } from "~/presenters/flags";
import { flagForm, flagKind, type FlagResponse } from "~/schemas/flags";
import { notFoundError } from "~/services/errors";
import { raiseFlag, readFlagPage } from "~/services/moderation/flags.server";
import { resolveTarget } from "~/services/moderation/targets.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

function targetOf({ kind, id = "" }: LoaderFunctionArgs["params"]) {
  const { data } = flagKind.safeParse(kind);
  return data ? resolveTarget(data, id) : Promise.reject(notFoundError("Page"));
}

export async function loader(args: LoaderFunctionArgs) {
  const target = await orErrorResponse(targetOf(args.params));
  const viewer = await requireViewerOrForm(args);
  const { own, text, refusal } = await orErrorResponse(readFlagPage(viewer, target));
  return { ...target, text, refusal, own: own && serializeFlag(own) };
}

export const action = formAction({
  schema: flagForm,
  forms: {
    flag: {
      page: "/flags",
      async handle({ reason, words }, { viewer, params }) {
        const raised = await raiseFlag(viewer, { ...(await targetOf(params)), reason, words });
        return { goTo: raised.text?.path };
      },
    },
  },
});
export const clientAction = formClientAction("flag");

/** What each reason means, in one line. */
const hints: Record<ModerationReason, string> = {
  spam: "It advertises, or repeats what has been posted.",
  "undisclosed-interest": "Its author gains from what it recommends, and does not say so.",
  manipulation: "It asks for votes or flags, or talks up a price.",
  abuse: "It attacks, threatens or exposes somebody.",
  "wrong-place": "It belongs into another category or hub.",
  "broken-link": "The link leads nowhere, or to something else than it says.",
  illegal: "It breaks the law. Say which, if you can.",
  other: "Say in words what is wrong.",
};

export default function Flag() {
  const { kind, text, own, refusal } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title={`Flag this ${kind}`}
        standfirst="A flag tells the moderators. By itself it hides nothing, and its author does not learn of it."
      />
      <div className="max-w-reading">
        <p className="mb-6 text-base">
          {text ? <Flagged title={text.title} path={text.path} by={text.authorName} /> : null}
          {own?.path ? <Flagged title={own.title ?? ""} path={own.path} /> : null}
        </p>
        {own ? (
          <Raised flag={own} />
        ) : refusal ? (
          <Refused why={refusal} path={text!.path} />
        ) : (
          <Form />
        )}
      </div>
    </Page>
  );
}

const Flagged = ({ title, path, by }: { title: string; path: string; by?: string }) => (
  <>
    <TextLink to={path}>
      <span dir="auto">{title}</span>
    </TextLink>
    {by !== undefined && by !== title ? (
      <span className="text-muted">
        {" "}
        by <span dir="auto">{by}</span>
      </span>
    ) : null}
  </>
);

function Raised({ flag }: { flag: FlagResponse }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-base">
        You have flagged this as: {moderationReasons[flag.reason].label.toLowerCase()}.{" "}
        {flagOutcome(flag)}
      </p>
      {flag.state === "open" && flag.path ? <WithdrawFlag kind={flag.kind} id={flag.id} /> : null}
      <p>
        <TextLink to="/flags">Everything that you have flagged</TextLink>
      </p>
    </div>
  );
}

const Refused = ({ why, path }: { why: string; path: string }) => (
  <div className="grid gap-4 text-base">
    <p>{why}</p>
    <p>
      Everybody can report content that breaks the law:{" "}
      <TextLink to={`/illegal-content?${new URLSearchParams({ address: path })}`}>
        Report illegal content
      </TextLink>
    </p>
  </div>
);

const Form = () => (
  <PostedForm<"reason" | "words">
    intent="flag"
    label="Flag"
    pendingLabel="Flagging…"
    leavesPage
    constraint={{ reason: { required: true } }}
  >
    {(fields) => (
      <>
        <FormKeyField />
        <RadioFieldset legend="What is wrong?" field={fields.reason}>
          <div className="mt-1.5 grid gap-1">
            {getCollectionProps(fields.reason, {
              type: "radio",
              options: moderationReasonNames,
            }).map(({ key, ...radio }) => (
              <label key={key} className="flex min-h-11 items-start gap-3 py-1.5 text-base">
                <input {...radio} className="mt-0.5 size-5 shrink-0 accent-accent" />
                <span>
                  {moderationReasons[radio.value as ModerationReason].label}
                  <span className="block text-sm text-muted">
                    {hints[radio.value as ModerationReason]}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </RadioFieldset>
        <TextareaField
          label="In your words"
          hint="Only moderators read them. Needed for “Something else”."
          field={fields.words}
          limit={MAX_MODERATION_NOTE_LENGTH}
          rows={4}
        />
      </>
    )}
  </PostedForm>
);

export const meta = hiddenMeta(
  "Flag",
  "Tell the moderators what is wrong with a text or person.",
  "/flags",
);
