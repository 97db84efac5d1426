import { getCollectionProps } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import type { IdentityField } from "~/components/accounts/identity-fields";
import { PostedForm } from "~/components/accounts/forms";
import { buttonClass } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { RadioFieldset } from "~/components/ui/field";
import { TextLink } from "~/components/ui/link";
import { Section } from "~/components/ui/page";
import { DELETION_DELAY_DAYS } from "~/domain/link-lifetimes";
import { EXPORT_DAYS } from "~/domain/exports";
import { serializeExport } from "~/presenters/accounts";
import { dataIntent, scheduleDeletionForm } from "~/schemas/accounts";
import type { ExportResponse } from "~/schemas/account-responses";
import {
  cancelDeletion,
  scheduleDeletion,
} from "~/services/account-deletion/account-deletion.server";
import { readExport, requestExport } from "~/services/exports/exports.server";
import { formatBytes } from "~/utils/format";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { useViewer } from "~/utils/root-data";
import { ConfirmationFields, SettingsButton } from "./form";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

const PATH = "/settings/data";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  return {
    status: serializeExport(await orErrorResponse(readExport(viewer))),
    constraint: getConstraint(scheduleDeletionForm),
  };
}

export const action = formAction({
  schema: dataIntent,
  forms: {
    requestExport: {
      isButton: true,
      page: PATH,
      async handle(_input, { viewer, client }) {
        const { state } = await requestExport(viewer, client.origin);
        return state === "ready" ? { toast: "requestExport.alreadyThere" } : {};
      },
    },
    scheduleDeletion: {
      page: PATH,
      hiddenFields: ["currentPassword", "code"],
      async handle(input, { viewer, client }) {
        await scheduleDeletion(viewer, input, client);
      },
    },
    cancelDeletion: {
      isButton: true,
      page: PATH,
      handle: (_input, { viewer, client }) => cancelDeletion(viewer, client.origin),
    },
  },
});
export const clientAction = formClientAction("scheduleDeletion");

export default function DataSettings() {
  const { status, constraint } = useLoaderData<typeof loader>();
  const isDeletionScheduled = useViewer()?.deletion !== undefined;
  return (
    <div>
      <Section
        id="copy"
        title="A copy of your data"
        standfirst={`Everything stored about you, in one ZIP file: all of it as JSON, your reviews as CSV and your articles as Markdown. It is kept for ${EXPORT_DAYS} days.`}
        isFirst
      >
        <ExportStatus status={status} />
      </Section>
      <Section
        id="delete-account"
        title="Delete your account"
        standfirst={`Your account is deleted ${DELETION_DELAY_DAYS} days after you ask for it. Until then nothing changes, and you can call it off.`}
      >
        {isDeletionScheduled ? (
          <div className="grid gap-5">
            <p>You have asked for your account to be deleted.</p>
            <SettingsButton
              intent="cancelDeletion"
              label="Call it off"
              pendingLabel="Calling it off…"
              variant="secondary"
            />
          </div>
        ) : (
          <PostedForm<"content" | IdentityField>
            intent="scheduleDeletion"
            constraint={constraint}
            label="Delete my account"
            pendingLabel="Asking…"
            variant="danger"
          >
            {(fields) => (
              <>
                <RadioFieldset legend="What happens to what you wrote" field={fields.content}>
                  <div className="mt-1.5 grid gap-1">
                    {getCollectionProps(fields.content, {
                      type: "radio",
                      options: Object.keys(deletionChoices),
                    }).map(({ key, ...radio }) => (
                      <label key={key} className="flex min-h-11 items-center gap-3 text-base">
                        <input {...radio} className="size-5 shrink-0 accent-accent" />
                        {deletionChoices[radio.value as keyof typeof deletionChoices]}
                      </label>
                    ))}
                  </div>
                </RadioFieldset>
                <ConfirmationFields fields={fields} />
              </>
            )}
          </PostedForm>
        )}
      </Section>
    </div>
  );
}

const deletionChoices = {
  keep: "What I wrote stays, without my name",
  delete: "Delete my articles, reviews and comments as well",
};

function ExportStatus({ status }: { status: ExportResponse }) {
  usePolling(status.state === "waiting");
  const { state, readyAt, expiresAt, size } = status;
  // An address that is not confirmed gets no such mail.
  const isMailed = useViewer()?.hasProvenEmail;
  return (
    <div className="grid justify-items-start gap-4" aria-live="polite">
      {state === "waiting" ? (
        <p>
          Your copy is being made.{isMailed ? " We will mail you when it is ready." : null}{" "}
          <TextLink to={PATH}>Check again</TextLink>
        </p>
      ) : null}
      {state === "failed" ? <p>Your copy could not be made. Please ask for it again.</p> : null}
      {state === "ready" && readyAt && expiresAt ? (
        <p>
          Your copy was made on <DateTime value={readyAt} withTime />. It is kept until{" "}
          <DateTime value={expiresAt} />.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-4">
        {state === "ready" ? (
          // A download is not a client-side navigation, so this is not a `Link`.
          <a href="/settings/data/export.zip" download className={buttonClass()}>
            Download ({formatBytes(size ?? 0)})
          </a>
        ) : null}
        {status.canRequest ? (
          <SettingsButton
            intent="requestExport"
            label={state === "ready" ? "Ask for a new copy" : "Ask for a copy"}
            pendingLabel="Asking…"
            variant="secondary"
          />
        ) : null}
      </div>
    </div>
  );
}

const POLL_MS = 5_000;

function usePolling(isWaiting: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!document.hidden) revalidate();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, revalidate]);
}

export const meta = hiddenMeta(
  "Your data",
  "Get a copy of what is stored about you, or delete your account.",
  PATH,
);
