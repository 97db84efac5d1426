import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { buttonClass } from "~/components/ui/button";
import { FormAlert, useFormFetcher } from "~/components/ui/form";
import { Page, PageHeader, Prose } from "~/components/ui/page";
import { votesNeeded, VOTING_DAYS, type ApplicationStatus } from "~/domain/membership";
import {
  serializeClosedApplication,
  serializeOpenApplications,
  serializeOwnApplication,
} from "~/presenters/membership";
import { applicationInput, partnerIntent, partnerQuery } from "~/schemas/membership";
import { renderSiteText } from "~/services/content/site-texts.server";
import {
  applyForMembership,
  readMembership,
  voteOnApplication,
} from "~/services/membership/membership.server";
import { formatNumber } from "~/utils/format";
import { formAction } from "~/utils/forms/form-action.server";
import type { ToastKey } from "~/utils/toasts/toasts";
import { formClientAction, skipRevalidationWhenOffline } from "~/utils/forms/offline-fallback";
import { getConstraint } from "~/utils/forms/parse-form.server";
import { viewerOfPage } from "~/utils/http/auth.server";
import { getContext } from "~/utils/http/load-context";
import { fixedMeta } from "~/utils/seo/meta";
import { ClosedApplications } from "./closed-applications";
import { OpenApplications } from "./open-applications";
import { YourMembership } from "./your-membership";

export { loaderHeaders as headers } from "~/utils/http/headers";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const text = await renderSiteText("partner");
  const constraint = getConstraint(applicationInput);
  try {
    const viewer = await viewerOfPage({ request, context });
    const place = partnerQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
    const { members, standing, pending, closed } = await readMembership(viewer, place);
    const membership = {
      members,
      standing: standing && {
        ...standing,
        own: standing.own && serializeOwnApplication(standing.own),
      },
      pending: pending && serializeOpenApplications(pending, viewer?.id),
      closed: closed.map(serializeClosedApplication),
    };
    // Prevents going back to the applications after signing out.
    const headers = viewer ? { "Cache-Control": "no-store" } : undefined;
    return data({ text, constraint, membership }, { headers });
  } catch (error) {
    getContext(context).log.error({ err: error }, "the applications could not be read");
    return data({ text, constraint, membership: null }, { status: 503 });
  }
}

const voteToasts: Record<ApplicationStatus, ToastKey> = {
  pending: "vote.done",
  approved: "vote.approved",
  declined: "vote.declined",
  undecided: "vote.done",
};

export const action = formAction({
  schema: partnerIntent,
  forms: {
    apply: {
      page: "/partner",
      async handle(input, { viewer }) {
        const { id } = await applyForMembership(viewer, input);
        return { posted: id };
      },
    },
    vote: {
      isButton: true,
      async handle({ application, vote }, { viewer }) {
        const { status } = await voteOnApplication(viewer, application, vote === "approve");
        return { toast: voteToasts[status] };
      },
    },
  },
});
export const clientAction = formClientAction();

/** A 409 means that the data has changed; revalidate to show its current state. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionStatus === 409 || skipRevalidationWhenOffline(change);

export default function Partner() {
  const { text, constraint, membership } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const fetcher = useFormFetcher();
  const application = fetcher.data ?? (result?.intent === "apply" ? result : undefined);
  const voteError = result?.intent === "vote" ? result.formError?.message : undefined;
  const standing = membership?.standing ?? null;
  const isMember = standing?.isMember ?? false;
  const mayApply = !isMember && standing?.own?.status !== "pending";
  return (
    <Page>
      <PageHeader
        title={text.title}
        standfirst="The organisation belongs to its members, who decide by vote who joins."
        actions={
          mayApply ? (
            <a href="#apply" className={buttonClass({ className: "lg:hidden" })}>
              Apply
            </a>
          ) : null
        }
      />
      {membership ? (
        <Facts members={membership.members} />
      ) : (
        <FormAlert className="mb-10">
          Failed to load the applications. Please try again later.
        </FormAlert>
      )}
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {/* On small screens the membership status comes first, but the form after the text. */}
        <div className={mayApply ? "order-last" : "lg:order-last"} id="apply">
          <YourMembership
            standing={standing}
            fetcher={fetcher}
            constraint={constraint}
            result={application}
            isFormShown={(membership !== null && mayApply) || application?.formError !== undefined}
          />
        </div>
        <div>
          {membership?.pending ? (
            <div className="mb-16">
              <OpenApplications page={membership.pending} error={voteError} />
              <ClosedApplications applications={membership.closed} />
            </div>
          ) : (
            <FormAlert className="mb-10">{voteError}</FormAlert>
          )}
          <Prose html={text.html} className="lead" />
        </div>
      </div>
    </Page>
  );
}

export const meta = fixedMeta({
  title: "Join the Organisation",
  description: "What members can do, how to apply, and how members vote on applications.",
  path: "/partner",
});

const Facts = ({ members }: { members: number }) => {
  const needed = votesNeeded(members);
  return (
    <dl className="mb-10 grid gap-x-8 border-y border-line sm:mb-12 sm:grid-cols-3">
      <Fact value={members} label={members === 1 ? "member" : "members"} />
      <Fact value={needed} label={needed === 1 ? "vote decides" : "votes of one kind decide"} />
      <Fact value={VOTING_DAYS} label="days an application is open" />
    </dl>
  );
};

const Fact = ({ value, label }: { value: number; label: string }) => (
  <div className="flex flex-row-reverse items-baseline justify-end gap-3 py-3 not-first:border-t not-first:border-line sm:border-none! sm:py-5">
    <dt className="text-base text-muted">{label}</dt>
    <dd className="max-sm:min-w-8 font-display text-3xl font-medium tabular-nums">
      {formatNumber(value)}
    </dd>
  </div>
);
