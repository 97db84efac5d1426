import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { FormAlert } from "~/components/ui/form-alert";
import { Section } from "~/components/ui/section";
import { LEAVING_DAYS } from "~/domain/link-lifetimes";
import { EXPORT_DAYS } from "~/domain/exports";
import { dataIntent, planLeavingForm } from "~/schemas/accounts";
import { callOffLeaving, planLeaving, readLeaving } from "~/services/accounts/leaving.server";
import { readExport, requestExport } from "~/services/exports/exports.server";
import { serializeExport } from "~/services/serializers";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction, skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { noStore } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";
import { useResultOf } from "~/utils/forms/result-of";
import { ExportStatus } from "./export-status";
import { LeaveForm } from "./leave-form";

const PATH = "/settings/data";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const [leaving, status] = await orErrorResponse(
    Promise.all([readLeaving(viewer), readExport(viewer)]),
  );
  return {
    isLeaving: leaving !== null,
    status: serializeExport(status),
    constraint: getConstraint(planLeavingForm),
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
        return state === "ready" ? { toast: "exportThere" } : {};
      },
    },
    planLeaving: {
      page: PATH,
      hiddenFields: ["currentPassword"],
      async handle(input, { viewer, client }) {
        await planLeaving(viewer, input, client);
        return {};
      },
    },
    callOffLeaving: {
      isButton: true,
      page: PATH,
      async handle(_input, { viewer, client }) {
        await callOffLeaving(viewer, client.origin);
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("planLeaving");

export const shouldRevalidate: ShouldRevalidateFunction = skipRevalidationWhenOffline;

/** The settings to export the user's data and to delete the account. */
export default function DataSettings() {
  const { isLeaving, status, constraint } = useLoaderData<typeof loader>();
  const callOff = useResultOf("callOffLeaving");
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
        id="leaving"
        title="Delete your account"
        standfirst={`Your account is deleted ${LEAVING_DAYS} days after you ask for it. Until then nothing changes, and you can call it off.`}
      >
        {/* The error of the button in the note above all sections. */}
        <FormAlert className="mb-5">{callOff?.formError?.message}</FormAlert>
        {isLeaving ? (
          <p>You have asked for your account to be deleted.</p>
        ) : (
          <LeaveForm constraint={constraint} />
        )}
      </Section>
    </div>
  );
}

export const headers = noStore;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Your data",
    description: "Get a copy of what is stored about you, or delete your account.",
    path: PATH,
    hidden: true,
  });
