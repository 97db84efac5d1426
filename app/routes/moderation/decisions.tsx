import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PostedForm } from "~/components/accounts/forms";
import { OwnPage } from "~/components/frame/own-page";
import { DateTime } from "~/components/ui/date-time";
import { TextareaField } from "~/components/ui/field";
import { EmptyState, Pagination } from "~/components/ui/list";
import { Link } from "~/components/ui/link";
import { Section } from "~/components/ui/page";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";
import { hasPower } from "~/domain/permissions";
import { whatBecameOf } from "~/domain/statements";
import { cursor } from "~/schemas/pagination";
import { undoInput } from "~/schemas/moderation";
import { browseDecisionsBy, readOwnStatements } from "~/services/moderation/statements.server";
import { resolveTarget } from "~/services/moderation/targets.server";
import { undoAllBy } from "~/services/moderation/undo.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { fixedMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const PER_PAGE = 25;

const query = z.object({
  after: cursor.optional().catch(undefined),
  by: z.string().max(24).optional().catch(undefined),
});

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { after, by } = query.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const page = { after: after ?? null, limit: PER_PAGE };
  const { items, next } = await orErrorResponse(
    by ? browseDecisionsBy(viewer, by, page) : readOwnStatements(viewer, page),
  );
  return {
    by: by ?? null,
    next,
    mayUndoAll: Boolean(by) && hasPower(viewer, "undo-any"),
    decisions: items.map(({ decision, authorName }) => ({
      id: decision.id,
      at: decision.at.toISOString(),
      authorName,
      text: whatBecameOf({ ...decision, kind: decision.target.kind }),
    })),
  };
}

export const action = formAction({
  schema: undoInput.extend({ intent: z.literal("undoAll"), by: z.string().max(24) }),
  forms: {
    undoAll: {
      page: "/moderation/decisions",
      async handle({ by, note }, { viewer }) {
        const { id } = await resolveTarget("person", by);
        await undoAllBy(viewer, id, { note });
        return { goTo: `/moderation/decisions?by=${encodeURIComponent(by)}` };
      },
    },
  },
});
export const clientAction = formClientAction("undoAll");

export default function Decisions() {
  const { decisions, next, by, mayUndoAll } = useLoaderData<typeof loader>();
  return (
    <OwnPage
      title={by === null ? "Decisions" : `Decisions by ${by}`}
      standfirst={
        by === null
          ? "What moderators decided about you and what you wrote, with the reasons, and how to appeal."
          : "As their authors read them: “you” is the author."
      }
    >
      {decisions.length ? (
        <ul className="grid">
          {decisions.map(({ id, text, at, authorName }) => (
            <li key={id} className="border-b border-line pt-1 pb-3">
              <Link
                to={`/moderation/decisions/${id}`}
                dir="auto"
                className="block pt-3 pb-1.5 wrap-anywhere hover:underline"
              >
                {text}
              </Link>
              <p className="meta-line">
                <DateTime value={at} withTime />
                {by === null ? null : <bdi>{authorName ?? "An account that was deleted"}</bdi>}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>
          {by === null
            ? "No moderator has decided about you or what you wrote."
            : "There are no decisions."}
        </EmptyState>
      )}
      <Pagination
        next={
          next && `/moderation/decisions?${new URLSearchParams({ ...(by && { by }), after: next })}`
        }
        nextLabel="Older"
        label="Pages of decisions"
      />
      {mayUndoAll && by !== null ? (
        <Section
          id="undo-all"
          title="Undo all of them"
          standfirst="For a moderator gone rogue: end their role first. The decisions that are in force are undone one after the other, each with an entry in the log, and their authors are told."
        >
          <PostedForm<"note">
            intent="undoAll"
            label="Undo all decisions"
            pendingLabel="Undoing…"
            variant="danger"
          >
            {(fields) => (
              <>
                <input type="hidden" name="by" value={by} />
                <TextareaField
                  label="Why"
                  hint="Every author reads this."
                  field={fields.note}
                  limit={MAX_MODERATION_NOTE_LENGTH}
                />
              </>
            )}
          </PostedForm>
        </Section>
      ) : null}
    </OwnPage>
  );
}

export const meta = fixedMeta({
  title: "Decisions",
  description: "What moderators decided about you and what you wrote.",
  path: "/moderation/decisions",
  hidden: true,
});
