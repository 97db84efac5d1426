/** The API's responses about earlier versions of texts; see `responses.ts`. */
import { z } from "zod";
import { pickArticleFields } from "~/domain/article-fields";
import type { EditableKind } from "~/domain/editing";
import { articleResponse, commentResponse, reviewResponse } from "./responses";
import { text, timestamp } from "./response-fields";

const version = {
  version: z
    .int()
    .min(1)
    .meta({ description: "The number of the version; 1 is the first.", examples: [1] }),
  writtenAt: timestamp("When the version was written", "2026-01-22T09:30:00.000Z"),
};

export const listedRevisionResponse = z
  .object(version)
  .meta({ id: "ListedVersion", description: "An earlier version, without its text." });

const review = reviewResponse.shape;

/** An earlier version, by kind of text, with all fields that its author can edit. */
export const revisionResponses = {
  article: z
    .object({
      ...version,
      ...pickArticleFields(articleResponse.shape),
      category: text("The slug of the article's category.", "macro"),
      // Versions from before these fields do not have them.
      disclosure: articleResponse.shape.disclosure.optional(),
      disclosureNote: articleResponse.shape.disclosureNote.optional(),
      imageUrl: articleResponse.shape.imageUrl.nullable().meta({
        description: "The URL of the posted image; null if there was none.",
        examples: ["https://example.org/picture.png"],
      }),
    })
    .meta({ id: "ArticleVersion", description: "An earlier version of an article." }),
  review: z
    .object({
      ...version,
      title: review.title,
      author: review.author,
      url: review.url,
      rating: review.rating,
      category: review.category,
      review: review.review,
    })
    .meta({ id: "ReviewVersion", description: "An earlier version of a review." }),
  comment: z
    .object({ ...version, content: commentResponse.shape.content })
    .meta({ id: "CommentVersion", description: "An earlier version of a comment." }),
} as const satisfies Record<EditableKind, z.ZodObject>;

/** Path parameters of an earlier version. */
export const revisionParams = z.object({
  id: text("The id of the article, review or comment.", "6790a1f2c3d4e5f60718293a"),
  version: text("The number of the version. A malformed or unknown one returns a 404.", "1"),
});
