import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PersonLink } from "~/components/people/person-link";
import { EmptyState } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { readInvitationTree } from "~/services/accounts/invitations.server";
import { readPerson } from "~/services/people/people.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const person = await orErrorResponse(readPerson(args.params.name ?? ""));
  const { above, below } = await orErrorResponse(readInvitationTree(viewer, person.id));
  const names = new Map([person, ...below.flat()].map(({ id, name }) => [id, name]));
  return {
    name: person.name,
    above: above.map(({ name }) => name),
    below: below.map((level) =>
      level.map(({ name, inviterId }) => ({ name, by: names.get(inviterId ?? "") ?? null })),
    ),
  };
}

/** Who invited a person and whom they invited, for moderators. */
export default function PersonInvitations() {
  const { name, above, below } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={
          <>
            Invitations of <span dir="auto">{name}</span>
          </>
        }
        standfirst="Who invited this person, and whom they invited, up to three steps away."
      />
      <section className="max-w-reading">
        <h2 className="font-display text-lg font-medium">Invited by</h2>
        {above.length ? (
          <ol className="mt-2 grid gap-2">
            {above.map((inviter) => (
              <li key={inviter}>
                <PersonLink name={inviter} />
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState>Nobody, or somebody who has left.</EmptyState>
        )}
        <h2 className="mt-8 font-display text-lg font-medium">Invited</h2>
        {below.length ? (
          <ul className="mt-2 grid gap-2">
            {below.flat().map((invited) => (
              <li key={invited.name} className="meta-line">
                <PersonLink name={invited.name} />
                {invited.by && invited.by !== name ? (
                  <span>
                    by <PersonLink name={invited.by} />
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState>Nobody yet.</EmptyState>
        )}
      </section>
    </>
  );
}

export const meta = hiddenMeta("Invitations · Moderation", "Who invited whom.", "/moderation");
