import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { z } from "zod";
import { AccountBadges } from "~/components/admin/account-badges";
import { DateTime } from "~/components/ui/date-time";
import { TextLink } from "~/components/ui/link";
import { PageHeader, Section } from "~/components/ui/page";
import { personPath } from "~/domain/person-path";
import { serializeAccountPage, type SerializedAccountPage } from "~/presenters/admin";
import { accountDeletionForm, changeOfStanding } from "~/schemas/admin";
import {
  endSessions,
  mailPasswordReset,
  removeAccount,
  resetFactors,
  setMembership,
  setModerator,
} from "~/services/admin/accounts.server";
import { readAccountForAdmin } from "~/services/admin/people.server";
import { plural } from "~/utils/format";
import { adminAction, adminForm } from "~/utils/forms/admin-action.server";
import type { FormHandler } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { useViewer } from "~/utils/root-data";
import { pageMeta } from "~/utils/seo/meta";
import { AccountActs } from "./account-acts";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const account = await orErrorResponse(readAccountForAdmin(viewer, args.params.id ?? ""));
  return serializeAccountPage(account);
}

const noFields = z.object({});
const page: FormHandler<never>["page"] = ({ params }) => `/admin/people/${params.id}`;

export const action = adminAction({
  setModerator: adminForm(changeOfStanding, {
    page,
    async handle({ isMade }, { viewer, params }) {
      await setModerator(viewer, params.id ?? "", isMade);
      return isMade ? { toast: "setModerator.granted" } : {};
    },
  }),
  setMembership: adminForm(changeOfStanding, {
    page,
    async handle({ isMade }, { viewer, params }) {
      await setMembership(viewer, params.id ?? "", isMade);
      return isMade ? { toast: "setMembership.granted" } : {};
    },
  }),
  resetFactors: adminForm(noFields, {
    page,
    handle: (_, { viewer, params }) => resetFactors(viewer, params.id ?? ""),
  }),
  mailPasswordReset: adminForm(noFields, {
    page,
    handle: (_, { viewer, params, client }) => mailPasswordReset(viewer, params.id ?? "", client),
  }),
  endSessionsOf: adminForm(noFields, {
    page,
    handle: (_, { viewer, params }) => endSessions(viewer, params.id ?? ""),
  }),
  removeAccount: adminForm(accountDeletionForm, {
    page: "/admin/people",
    handle: (input, { viewer, params }) => removeAccount(viewer, params.id ?? "", input),
  }),
});
export const clientAction = formClientAction();

export default function AdminPerson() {
  const data = useLoaderData<typeof loader>();
  const isOwn = useViewer()?.id === data.account.id;
  return (
    <>
      <PageHeader
        trail={[{ label: "People", to: "/admin/people" }]}
        title={<span dir="auto">{data.account.name}</span>}
      />
      <div className="max-w-reading">
        <p className="mb-6 flex flex-wrap gap-2 empty:hidden">
          <AccountBadges account={data.account} />
        </p>
        <Facts {...data} />
        <Section id="acts" title="What you can do">
          {isOwn ? (
            <p>
              This is your own account: change it in{" "}
              <TextLink to="/settings">your settings</TextLink>, or have another administrator do
              it.
            </p>
          ) : (
            <AccountActs {...data} />
          )}
        </Section>
      </div>
    </>
  );
}

function Facts(data: SerializedAccountPage) {
  const { account, writings } = data;
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-1 sm:grid-cols-[auto_1fr] [&_dd]:mb-2 [&_dt]:text-muted sm:[&_dd]:mb-0">
      <dt>Address</dt>
      <dd dir="auto" className="wrap-anywhere">
        {account.email}
        {account.hasProvenEmail ? " (proven)" : " (not proven)"}
      </dd>
      <dt>Joined</dt>
      <dd>
        <DateTime value={account.createdAt} withTime />
      </dd>
      <dt>Last signed in</dt>
      <dd>
        {data.lastSignInAt ? <DateTime value={data.lastSignInAt} withTime /> : "No open session"}
      </dd>
      <dt>Last seen</dt>
      <dd>{data.lastSeenAt ? <DateTime value={data.lastSeenAt} withTime /> : "–"}</dd>
      <dt>Open sessions</dt>
      <dd>
        {data.sessions}, and {plural(data.tokens, "token")}
      </dd>
      <dt>Second factor</dt>
      <dd>
        {data.hasSecondFactor ? "Authenticator app" : "No authenticator app"},{" "}
        {plural(data.passkeys, "passkey")}
      </dd>
      <dt>Wrote</dt>
      <dd>
        <TextLink to={personPath(account.name)}>
          {plural(writings.articles, "article")}, {plural(writings.reviews, "review")},{" "}
          {plural(writings.comments, "comment")}
        </TextLink>
      </dd>
      {account.suspension ? (
        <>
          <dt>Suspended</dt>
          <dd>
            {account.suspension.until ? (
              <>
                until <DateTime value={account.suspension.until} />
              </>
            ) : (
              "for good"
            )}
          </dd>
        </>
      ) : null}
      {account.leavesAt ? (
        <>
          <dt>Leaves</dt>
          <dd>
            <DateTime value={account.leavesAt} withTime />
          </dd>
        </>
      ) : null}
    </dl>
  );
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) =>
  pageMeta({ matches, title: `${data?.account.name ?? "People"} · Admin`, hidden: true });
