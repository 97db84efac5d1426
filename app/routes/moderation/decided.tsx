import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { EmptyState, Pagination } from "~/components/ui/list";
import { PageHeader, Section } from "~/components/ui/page";
import { SearchForm } from "~/components/ui/search-input";
import { hasPower } from "~/domain/permissions";
import { MAX_NAME_LENGTH } from "~/domain/person-path";
import { serializeListedDecision } from "~/presenters/moderation-lists";
import { CASES_PER_PAGE } from "~/domain/moderation-queue";
import { MAX_NAME_OR_ID_LENGTH, undoInput } from "~/schemas/moderation";
import { placeQuery } from "~/schemas/moderation-queue";
import { readDecided } from "~/services/moderation/lists.server";
import { resolveTarget } from "~/services/moderation/targets.server";
import { undoAllBy } from "~/services/moderation/undo.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { DecisionLine } from "./decision-line";
import { UndoForm } from "./undo-form";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";

const PATH = "/moderation/decided";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const { after = null, by } = placeQuery.parse(
    Object.fromEntries(new URL(args.request.url).searchParams),
  );
  const mayUndoAll = by !== undefined && (viewer === null || hasPower(viewer, "undo-any"));
  const shown = { by: by ?? "", isFirst: !after, mayUndoAll };
  // If the session has ended when the form is posted, the page still renders, to keep what was typed.
  if (!viewer) return { ...shown, next: null, decisions: [] };
  const page = await orErrorResponse(readDecided(viewer, { by, after, limit: CASES_PER_PAGE }));
  return { ...shown, next: page.next, decisions: page.items.map(serializeListedDecision) };
}

export const action = formAction({
  schema: undoInput.extend({
    intent: z.literal("undoAll"),
    by: z.string().max(MAX_NAME_OR_ID_LENGTH),
  }),
  forms: {
    undoAll: {
      page: ({ request }) => PATH + new URL(request.url).search,
      async handle({ by, note }, { viewer }) {
        const { id } = await resolveTarget("person", by);
        await undoAllBy(viewer, id, { note });
      },
    },
  },
});
export const clientAction = formClientAction("undoAll");

export default function Decided() {
  const { by, decisions, isFirst, next, mayUndoAll } = useLoaderData<typeof loader>();
  // A longer one is not a name, but the key that stands for a moderator whose account is deleted.
  const name = by.length > MAX_NAME_LENGTH ? "" : by;
  const path = (cursor: { after?: string } = {}) => {
    const search = new URLSearchParams({ ...(by && { by }), ...cursor });
    return search.size ? `${PATH}?${search}` : PATH;
  };
  return (
    <>
      <PageHeader title="Decisions" standfirst="All decisions of all moderators, newest first." />
      <div className="max-w-reading">
        <SearchForm
          action={PATH}
          of="Decisions"
          button="Show"
          className="mb-6"
          name="by"
          placeholder="The name of a moderator"
          maxLength={MAX_NAME_LENGTH}
          defaultValue={name}
        />
        {decisions.length ? (
          <ul className="border-t border-line">
            {decisions.map((one) => (
              <li key={one.id} className="border-b border-line py-4">
                <DecisionLine decision={one} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState>
            {by ? "This moderator has decided nothing." : "Nothing has been decided yet."}
          </EmptyState>
        )}
        <Pagination
          label="Pages of decisions"
          previous={isFirst ? null : path()}
          previousLabel="First page"
          next={next && path({ after: next })}
        />
        {mayUndoAll ? (
          <Section
            id="undo-all"
            title={`Undo all decisions of ${name || "this moderator"}`}
            standfirst="For a moderator gone rogue: end their role first. The decisions that are in force, and those of others against which they rejected an appeal, are undone one after the other; those against which they upheld an appeal are decided again. Each has an entry in the log, and their authors are told."
          >
            <UndoForm intent="undoAll" label="Undo all decisions" hint="Every author reads this.">
              <input type="hidden" name="by" value={by} />
            </UndoForm>
          </Section>
        ) : null}
      </div>
    </>
  );
}

export const meta = hiddenMeta("Decisions · Moderation", "All decisions of all moderators.", PATH);
