import type { LoaderFunctionArgs } from "@remix-run/node";
import type { OpenedDraft } from "~/components/drafts/draft-controls";
import type { DraftForm } from "~/domain/drafts";
import { readDraft } from "~/services/drafts/drafts.server";
import { viewerOfPage } from "./http/auth.server";

/**
 * Reads the draft that the `draft` parameter of the URL names.
 *
 * @param hub the hub's slug, for a review
 * @returns the viewer's draft, or `null` if there is none for this form and hub or it cannot be read
 */
export async function openDraft(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  form: DraftForm,
  hub: string | null = null,
): Promise<OpenedDraft | null> {
  const id = new URL(args.request.url).searchParams.get("draft");
  const viewer = id && (await viewerOfPage(args).catch(() => null));
  if (!id || !viewer) return null;
  const draft = await readDraft(viewer, id).catch(() => null);
  if (draft?.form !== form || draft.hub !== hub) return null;
  return { id: draft.id, savedAt: draft.updatedAt.toISOString(), fields: draft.fields };
}

/** The headers of a page that shows a draft, so that no browser keeps its text; none for one that shows no draft. */
export const draftHeaders = (draft: OpenedDraft | null): HeadersInit =>
  draft ? { "Cache-Control": "no-store" } : {};
