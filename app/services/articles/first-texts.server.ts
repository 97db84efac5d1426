/** The first texts of an account, which moderators look at. */
import type { EditableKind } from "~/domain/editing";
import type { Viewer } from "~/domain/viewer";
import { addFirstText } from "~/models/moderation-case.server";
import { countText, countTextsOf } from "~/models/writer.server";

/** How many texts of an account are looked at. */
const FIRST_TEXTS = 3;

const counted = { article: "articles", review: "reviews", comment: "comments" } as const;

/**
 * Counts a text that was just written, and puts it into the queue of moderators if it is one of the first of its author,
 * who is neither a member of the organisation nor has a role. It is not hidden meanwhile.
 */
export async function countNewText(
  author: Viewer,
  text: { kind: EditableKind; id: string },
): Promise<void> {
  const total = await countText(author, counted[text.kind]);
  if (author.isMember || author.role) return;
  if ((total ?? (await countTextsOf(author.id))) > FIRST_TEXTS) return;
  await addFirstText(text, author.id);
}
