import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ShouldRevalidateFunction } from "@remix-run/react";
import { Section } from "~/components/ui/section";
import { LEAVING_DAYS } from "~/domain/link-lifetimes";
import { leavingIntent, planLeavingForm } from "~/schemas/accounts";
import { callOffLeaving, planLeaving, readLeaving } from "~/services/accounts/leaving.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction, skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orNotFound } from "~/utils/http/error-responses.server";
import { noStore } from "~/utils/http/headers";
import { pageMeta } from "~/utils/seo/meta";
import { LeaveForm } from "./leave-form";

const PATH = "/settings/data";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const leaving = await orNotFound(readLeaving(viewer));
  return { isLeaving: leaving !== null, constraint: getConstraint(planLeavingForm) };
}

export const action = formAction({
  schema: leavingIntent,
  forms: {
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

/** Leaving. */
export default function DataSettings() {
  const { isLeaving, constraint } = useLoaderData<typeof loader>();
  return (
    <Section
      id="leaving"
      title="Leaving"
      standfirst={`Your account is deleted ${LEAVING_DAYS} days after you ask for it. Until then everything stays as it is, and you can call it off.`}
      isFirst
    >
      {isLeaving ? <p>You have asked for it.</p> : <LeaveForm constraint={constraint} />}
    </Section>
  );
}

export const headers = noStore;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Leaving",
    description: "Delete your account.",
    path: PATH,
    hidden: true,
  });
