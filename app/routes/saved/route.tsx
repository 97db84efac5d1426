import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OwnPage } from "~/components/frame/own-page";
import { ButtonLink } from "~/components/ui/button";
import { FormAlert } from "~/components/ui/form";
import { EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { SearchForm } from "~/components/ui/search-input";
import { MAX_LIST_QUERY_LENGTH } from "~/domain/field-limits";
import { SAVED_PER_PAGE, savedKinds, type SavedKind } from "~/domain/saved";
import { serializeSaved } from "~/presenters/saved";
import { savedIntent, savedQuery } from "~/schemas/saved";
import { browseSaved, save, unsave } from "~/services/saved/saved.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { NoteForm, SavedEntry } from "./saved-entry";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const query = savedQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const { kind = null, q = "", after } = query;
  const page = viewer
    ? await orErrorResponse(browseSaved(viewer, { ...query, limit: SAVED_PER_PAGE }))
    : { items: [], next: null };
  return {
    ...{ kind, q, isFirst: !after, next: page.next },
    entries: page.items.map(serializeSaved),
  };
}

const shownList = ({ request }: ActionFunctionArgs) => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

export const action = formAction({
  schema: savedIntent,
  forms: {
    save: {
      isButton: true,
      page: shownList,
      async handle(reference, { viewer }) {
        await save(viewer, reference);
      },
    },
    unsave: {
      isButton: true,
      page: shownList,
      handle: (reference, { viewer }) => unsave(viewer, reference),
    },
    note: {
      page: shownList,
      async handle({ note, ...reference }, { viewer }) {
        await save(viewer, reference, note);
      },
    },
  },
});
export const clientAction = formClientAction("note");

const kindLabels: Record<SavedKind, string> = {
  article: "Articles",
  review: "Reviews",
  comment: "Comments",
  recommendation: "Recommendations",
};

type Query = Pick<ReturnType<typeof useLoaderData<typeof loader>>, "kind" | "q">;

function savedPath({ kind, q }: Query, cursor: { after?: string } = {}): string {
  const search = new URLSearchParams({ ...(kind && { kind }), ...(q && { q }), ...cursor });
  return search.size ? `/saved?${search}` : "/saved";
}

export default function Saved() {
  const page = useLoaderData<typeof loader>();
  const { kind, q, entries, isFirst, next } = page;
  const button = useSaveResult();
  return (
    <OwnPage
      title="Saved"
      standfirst="What you have saved for later, with your notes. Only you can see it."
    >
      <FormAlert className="mb-6">{button?.formError?.message}</FormAlert>
      <UnlistedNote listed={entries.map(({ id }) => id)} />
      <SearchForm
        action="/saved"
        of="What you have saved"
        kept={{ kind }}
        placeholder="Words in the texts or in your notes"
        maxLength={MAX_LIST_QUERY_LENGTH}
        defaultValue={q}
      />
      <TabLinks
        label="Kind"
        className="mt-4"
        tabs={[null, ...savedKinds].map((one) => ({
          label: one ? kindLabels[one] : "All",
          to: savedPath({ kind: one, q }),
          current: one === kind,
        }))}
      />
      {entries.length ? (
        <ul className="mt-6 border-t border-line">
          {entries.map((entry) => (
            <SavedEntry key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : (
        <NothingSaved page={page} />
      )}
      <Pagination
        label="Pages of what you have saved"
        previous={isFirst ? null : savedPath(page)}
        previousLabel="First page"
        next={next && savedPath(page, { after: next })}
        nextLabel={q && entries.length < SAVED_PER_PAGE ? "Search further back" : "Earlier"}
      />
    </OwnPage>
  );
}

/** The result of a button that was refused, on this page or on another one. */
function useSaveResult() {
  const saved = useResultOf("save");
  return useResultOf("unsave") ?? saved;
}

/** A note that was refused, if its entry is not on the page that was rendered in response: nothing typed is lost. */
function UnlistedNote({ listed }: { listed: readonly string[] }) {
  const result = useResultOf("note");
  const { item: id, submission } = result ?? {};
  const kind = savedKinds.find((one) => one === submission?.initialValue?.kind);
  if (!id || !kind || listed.includes(id)) return null;
  return (
    <div className="mb-6">
      <NoteForm kind={kind} id={id} note={null} />
    </div>
  );
}

type SavedPage = ReturnType<typeof useLoaderData<typeof loader>>;

function NothingSaved({ page: { kind, q, isFirst, next } }: { page: SavedPage }) {
  if (next) return <p className="mt-6 text-base text-muted">Nothing among the latest.</p>;
  if (q || kind || !isFirst) {
    return (
      <EmptyState
        className="mt-6"
        action={
          <ButtonLink to="/saved" variant="secondary">
            Show all
          </ButtonLink>
        }
      >
        {q ? "Nothing saved has all of these words." : "There is nothing here."}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      className="mt-6"
      action={<ButtonLink to="/community">Go to the articles</ButtonLink>}
    >
      You have saved nothing yet. Articles, reviews, comments and recommendations have a button for
      it.
    </EmptyState>
  );
}

export const meta = hiddenMeta("Saved", "What you have saved for later.", "/saved");
