import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { ButtonForm } from "~/components/accounts/forms";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert, FormKeyField } from "~/components/ui/form";
import { EmptyState } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { INVITATION_DAYS, MAX_INVITATIONS } from "~/domain/invitations";
import { serializeInvitation } from "~/presenters/invitations";
import { invitationsIntent } from "~/schemas/invitations";
import {
  invite,
  listInvitations,
  mayInvite,
  withdrawInvitation,
} from "~/services/accounts/invitations.server";
import { plural } from "~/utils/format";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { getOrigin } from "~/utils/http/origin.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const PATH = "/invitations";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const invitations = viewer ? await orErrorResponse(listInvitations(viewer)) : [];
  const origin = getOrigin(args.request);
  return {
    mayInvite: viewer !== null && mayInvite(viewer),
    invitations: invitations.map((one) => serializeInvitation(one, origin)),
  };
}

export const action = formAction({
  schema: invitationsIntent,
  forms: {
    invite: {
      isButton: true,
      page: PATH,
      async handle(_, { viewer }) {
        await invite(viewer);
      },
    },
    withdrawInvitation: {
      isButton: true,
      page: PATH,
      handle: ({ invitation }, { viewer }) => withdrawInvitation(viewer, invitation),
    },
  },
});
export const clientAction = formClientAction("invite");

export default function Invitations() {
  const { invitations, mayInvite: isAllowed } = useLoaderData<typeof loader>();
  const results = [useResultOf("invite"), useResultOf("withdrawInvitation")];
  const left = MAX_INVITATIONS - invitations.length;
  return (
    <Page width="reading">
      <PageHeader
        title="Invitations"
        standfirst={`You can invite ${MAX_INVITATIONS} people. A link is for one account, and can be used for ${INVITATION_DAYS} days. Moderators see who invited whom.`}
      />
      <FormAlert className="mb-6">
        {results.find((result) => result?.formError)?.formError?.message}
      </FormAlert>
      {isAllowed ? null : (
        <p className="mb-6">
          You can invite others once your address is confirmed and your account is not new any more.
        </p>
      )}
      {invitations.length ? (
        <ul className="mb-8 divide-y divide-line border-y border-line">
          {invitations.map(({ id, url, usedAt, expiresAt }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <div className="min-w-0">
                {usedAt ? (
                  <p>
                    Used on <DateTime value={usedAt} />
                  </p>
                ) : (
                  <>
                    <p className="break-all select-all">{url}</p>
                    <p className="text-sm text-muted">
                      Until <DateTime value={expiresAt!} />
                    </p>
                  </>
                )}
              </div>
              {usedAt ? null : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="withdrawInvitation" />
                  <input type="hidden" name="invitation" value={id} />
                  <FormKeyField />
                  <Button variant="secondary">Withdraw</Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState className="mb-8">You have invited nobody.</EmptyState>
      )}
      {isAllowed && left > 0 ? (
        <div className="grid justify-items-start gap-2">
          <ButtonForm
            intent="invite"
            label="Make an invitation"
            pendingLabel="Making…"
            staysOnPage
          />
          <p className="text-sm text-muted">{plural(left, "invitation")} left</p>
        </div>
      ) : null}
    </Page>
  );
}

export const meta = hiddenMeta("Invitations", "Invite people to sign up.", PATH);
