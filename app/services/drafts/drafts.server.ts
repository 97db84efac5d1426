/** Drafts of articles and reviews, which only their authors can read. */
import { draftFields, MAX_DRAFTS, type DraftForm } from "~/domain/drafts";
import type { Viewer } from "~/domain/viewer";
import {
  createDraft,
  findDraft,
  listDrafts,
  removeDraft,
  removeDraftOfForm,
  updateDraft,
  type Draft,
  type DraftContent,
  type DraftSummary,
} from "~/models/draft.server";
import { draftInput, type DraftInput } from "~/schemas/drafts";
import { notFoundError, ServiceError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";

export type { Draft, DraftSummary } from "~/models/draft.server";

export const LOG_IN_TO_SAVE = "Please log in to save drafts.";

/** @returns the viewer's drafts without their content, most recently saved first */
export async function readDrafts(viewer: Viewer | null): Promise<DraftSummary[]> {
  if (!viewer) throw unauthenticatedError();
  return listDrafts(viewer.id);
}

/** @throws ServiceError `notFound` also for another user's draft */
export async function readDraft(viewer: Viewer | null, id: string): Promise<Draft> {
  if (!viewer) throw unauthenticatedError();
  const draft = await findDraft(viewer.id, id);
  if (!draft) throw notFoundError("Draft");
  return draft;
}

/** Saves a new draft. @throws ServiceError `conflict` when the viewer has the maximum number of drafts */
export async function addDraft(viewer: Viewer | null, input: DraftInput): Promise<Draft> {
  const user = await mayWrite(viewer);
  return orFull(await createDraft({ userId: user.id }, contentOf(input)));
}

/** Replaces a draft as a whole. @throws ServiceError `notFound` */
export async function replaceDraft(
  viewer: Viewer | null,
  id: string,
  input: DraftInput,
): Promise<Draft> {
  const user = await mayWrite(viewer);
  const draft = await updateDraft({ userId: user.id }, id, contentOf(input));
  if (!draft) throw notFoundError("Draft");
  return draft;
}

/** What a form submits about its draft. Untrusted, and each field may be missing. */
export interface DraftReference {
  /** The id of the draft that the form was opened with or last saved as. */
  draft?: string | undefined;
  /** When the form's copy of the draft was last saved, in ISO 8601. */
  savedAt?: string | undefined;
  formKey?: string | undefined;
}

/**
 * Saves the content of a form to its draft, or to a new one if it has none. If another tab or device has saved the
 * draft since, a new draft is created and both are kept.
 * @throws ServiceError `invalid`, or `conflict` when the viewer has the maximum number of drafts
 */
export async function saveForm(
  viewer: Viewer | null,
  content: { form: DraftForm; hub: string | null; fields: Readonly<Record<string, string>> },
  { draft, savedAt, formKey }: DraftReference,
): Promise<Draft> {
  const user = await mayWrite(viewer);
  const { data, error } = draftInput.safeParse(content);
  if (error) {
    throw new ServiceError("invalid", error.issues[0]?.message ?? "This cannot be saved.");
  }
  const checked = contentOf(data);
  const saving = { userId: user.id, formKey };
  if (draft) {
    const updated = await updateDraft(saving, draft, checked, toDate(savedAt));
    if (updated) return updated;
  }
  return orFull(await createDraft(saving, checked));
}

/** @throws ServiceError `notFound` also for another user's draft */
export async function deleteDraft(viewer: Viewer | null, id: string): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  if (!(await removeDraft({ userId: viewer.id }, id))) throw notFoundError("Draft");
}

/**
 * Deletes the draft of a text that was published, unless another tab or device has saved it since. Failures are
 * ignored, because the text has been stored and the user can delete the draft.
 */
export async function discardDraft(
  viewer: Viewer | null,
  { draft, savedAt, formKey }: DraftReference,
): Promise<void> {
  if (!viewer) return;
  const saving = { userId: viewer.id, formKey };
  if (draft) await removeDraft(saving, draft, toDate(savedAt)).catch(() => {});
  // The form may not know the id of its draft, if the response to saving it was lost.
  if (formKey) await removeDraftOfForm(viewer.id, formKey).catch(() => {});
}

function toDate(savedAt: string | undefined): Date | undefined {
  const date = new Date(savedAt ?? "");
  return Number.isNaN(date.getTime()) ? undefined : date;
}

async function mayWrite(viewer: Viewer | null): Promise<Viewer> {
  if (!viewer) throw unauthenticatedError(LOG_IN_TO_SAVE);
  await enforceRateLimit("drafts", viewer.id);
  return viewer;
}

/** Returns the draft with only the fields that its form has. */
function contentOf({ form, hub, fields }: DraftInput): DraftContent {
  const typed: Record<string, string> = fields;
  const own = Object.fromEntries(draftFields[form].map((name) => [name, typed[name] ?? ""]));
  return { form, hub: form === "review" ? hub : null, fields: own };
}

function orFull(draft: Draft | null): Draft {
  if (draft) return draft;
  throw new ServiceError(
    "conflict",
    `You have ${MAX_DRAFTS} drafts, the most there can be. Post or delete one, and save again.`,
  );
}
