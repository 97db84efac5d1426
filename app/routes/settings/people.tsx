import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockButton } from "~/components/people/block-button";
import { PersonLink } from "~/components/people/person-link";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert } from "~/components/ui/form";
import { EmptyState } from "~/components/ui/list";
import { Section } from "~/components/ui/page";
import { serializeBlocked } from "~/presenters/blocks";
import { blockIntent } from "~/schemas/blocks";
import { blockPerson, listBlocked, unblockPerson } from "~/services/blocks/blocks.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

const PATH = "/settings/people";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const blocked = viewer ? await orErrorResponse(listBlocked(viewer)) : [];
  return { blocked: blocked.map(serializeBlocked) };
}

export const action = formAction({
  schema: blockIntent,
  forms: {
    block: {
      isButton: true,
      page: PATH,
      async handle({ name }, { viewer }) {
        await blockPerson(viewer, name);
      },
    },
    unblock: {
      isButton: true,
      page: PATH,
      async handle({ name }, { viewer }) {
        await unblockPerson(viewer, name);
      },
    },
  },
});
export const clientAction = formClientAction("block");

export default function BlockedPeople() {
  const { blocked } = useLoaderData<typeof loader>();
  const results = [useResultOf("block"), useResultOf("unblock")];
  return (
    <Section
      id="blocked"
      title="Blocked people"
      standfirst="What they write is folded away for you, and you are told nothing of it. They do not learn that you have blocked them, and can still read and write here."
    >
      <FormAlert className="mb-6">
        {results.find((result) => result?.formError)?.formError?.message}
      </FormAlert>
      {blocked.length ? (
        <ul className="divide-y divide-line border-y border-line">
          {blocked.map(({ name, blockedAt }) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-x-6 py-3">
              <div className="min-w-0">
                <p className="font-medium break-words">
                  <PersonLink name={name} />
                </p>
                <p className="text-sm text-muted">
                  Blocked <DateTime value={blockedAt} />
                </p>
              </div>
              <BlockButton name={name} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>
          You have blocked nobody. The page of each person has a button for it.
        </EmptyState>
      )}
    </Section>
  );
}

export const meta = hiddenMeta("Blocked people", "The people whom you have blocked.", PATH);
