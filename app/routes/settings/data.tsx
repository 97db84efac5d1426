import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Section } from "~/components/ui/page";
import { DELETION_DELAY_DAYS } from "~/domain/link-lifetimes";
import { EXPORT_DAYS } from "~/domain/exports";
import { dataIntent, scheduleDeletionForm } from "~/schemas/accounts";
import {
  cancelDeletion,
  scheduleDeletion,
} from "~/services/account-deletion/scheduled-deletion.server";
import { readExport, requestExport } from "~/services/exports/exports.server";
import { serializeExport } from "~/presenters/accounts";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { useViewer } from "~/utils/root-data";
import { ExportStatus } from "./export-status";
import { DeleteAccountForm } from "./delete-account-form";
import { SettingsButton } from "./form";

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
        return {};
      },
    },
    cancelDeletion: {
      isButton: true,
      page: PATH,
      async handle(_input, { viewer, client }) {
        await cancelDeletion(viewer, client.origin);
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("scheduleDeletion");

/** The settings to export the user's data and to delete the account. */
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
          <DeleteAccountForm constraint={constraint} />
        )}
      </Section>
    </div>
  );
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your data",
    description: "Get a copy of what is stored about you, or delete your account.",
    path: PATH,
    hidden: true,
  });
