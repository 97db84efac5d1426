import { z } from "zod";
import { MAX_NOTE_LENGTH, savedKinds } from "~/domain/saved";
import { atMost, draftText, tooLong } from "./fields";
import { cursor, listQuery, searchInAddress, searchText } from "./pagination";
import { flag, text, textOrNull, timestamp, timestampOrNull } from "./response-fields";

const note = atMost(
  draftText().removeDefault().trim(),
  MAX_NOTE_LENGTH,
  tooLong("The note", MAX_NOTE_LENGTH),
);

const kind = z.enum(savedKinds);
const reference = { kind, id: z.string() };

/** The buttons that save something or remove it from what is saved, and the form of a note. */
export const savedIntent = z.discriminatedUnion("intent", [
  z.object({ ...reference, intent: z.literal("save") }),
  z.object({ ...reference, intent: z.literal("unsave") }),
  z.object({ ...reference, intent: z.literal("note"), note: note.default("") }),
]);

/** Input of the API for saving something. */
export const savedInput = z
  .object({
    note: note.optional().meta({
      description:
        "Your note. If it is left out, a note that is there stays; an empty one removes it.",
      maxLength: MAX_NOTE_LENGTH,
      examples: ["Compare with the auctions of 1994."],
    }),
  })
  .optional();

export const savedParams = z.object({
  kind: text(`What it is: ${savedKinds.join(", ")}.`, "article"),
  id: text("Its id. An unknown id returns a 404.", "6790a1f2c3d4e5f60718293a"),
});

export const savedListQuery = listQuery.extend({
  kind: z
    .enum(savedKinds, { error: "There is no such kind" })
    .optional()
    .meta({ description: "Filters by kind.", examples: ["article"] }),
  q: searchText.meta({
    description:
      "Words that must all occur in your note, or all in the text itself. With a search, a page may be short or empty and still have a next one.",
    examples: ["auctions"],
  }),
});

/** Query of the page; invalid values are ignored. */
export const savedQuery = z.object({
  kind: kind.optional().catch(undefined),
  q: searchInAddress,
  after: cursor.optional().catch(undefined),
});

export const savedResponse = z
  .object({
    kind: kind.meta({ description: "What it is.", examples: ["article"] }),
    id: text("Its id.", "6790a1f2c3d4e5f60718293a"),
    note: textOrNull("Your note; null if you wrote none.", "Compare with the auctions of 1994."),
    savedAt: timestamp("When you saved it", "2026-01-22T09:30:00.000Z"),
    isRemoved: flag("Whether it has been removed since; the fields below are then null."),
    title: textOrNull(
      "Its title: of a comment that of the article, of a recommendation its engine and week.",
      "What the term premium is telling us",
    ),
    author: textOrNull("Who wrote it; null for a recommendation.", "Mara"),
    excerpt: textOrNull(
      "Its summary, or the beginning of its text.",
      "Why long yields rise while policy rates fall.",
    ),
    path: textOrNull("The path of its page.", "/article/6790a1f2c3d4e5f60718293a"),
    createdAt: timestampOrNull(
      "When it was written",
      "When it was written, in UTC; null if it was removed.",
      "2026-01-22T09:30:00.000Z",
    ),
  })
  .meta({ id: "Saved", description: "Something that you have saved." });
export type SavedResponse = z.infer<typeof savedResponse>;
