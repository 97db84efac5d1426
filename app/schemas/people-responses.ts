/** The API's responses about people; see `responses.ts`. */
import { z } from "zod";
import { roles } from "~/domain/permissions";
import { commentResponse } from "./responses";
import { count, flag, idOrNull, text, timestamp, textOrNull } from "./response-fields";

const line = (description: string, example: string) =>
  textOrNull(`${description} Null if there is none.`, example);

export const profileResponse = z
  .object({
    about: line(
      "The person's line about themselves.",
      "I read central banks so that you need not.",
    ),
    link: line("The person's web address.", "https://example.org/mara"),
    disclosure: line(
      "The person's disclosure of what they hold, as far as it matters to what they write.",
      "Long BTC",
    ),
    isHiddenFromSearch: flag("Whether search engines are asked to leave the person's page out."),
  })
  .meta({ id: "Profile", description: "What you say about yourself." });

export const personResponse = z
  .object({
    name: text("The public name.", "Mara"),
    ...profileResponse.omit({ isHiddenFromSearch: true }).shape,
    isMember: flag("Whether the person is a member of the organisation.", true),
    role: z
      .enum(roles)
      .nullable()
      .meta({
        description: "The role of a moderator or administrator; null for others.",
        examples: [null],
      }),
    memberSince: timestamp("When the person signed up", "2025-11-03T08:12:00.000Z"),
    articles: count("The number of articles that the person has posted.", 12),
    reviews: count("The number of reviews that the person has written.", 30),
    comments: count("The number of comments that the person has written.", 85),
  })
  .meta({ id: "Person", description: "The public profile of a person." });
export type PersonResponse = z.infer<typeof personResponse>;

export const listedPersonResponse = personResponse
  .pick({
    name: true,
    isMember: true,
    memberSince: true,
    articles: true,
    reviews: true,
    comments: true,
  })
  .extend({
    newestAt: timestamp("When the person last wrote something", "2026-01-22T09:30:00.000Z"),
  })
  .meta({ id: "ListedPerson", description: "A person who has written something." });
export type ListedPersonResponse = z.infer<typeof listedPersonResponse>;

export const placedCommentResponse = commentResponse
  .extend({
    articleId: idOrNull(
      "The id of the article that the comment is on; null for one on a review.",
      "6790a1f2c3d4e5f60718293a",
    ),
    reviewId: idOrNull(
      "The id of the review that the comment is on; null for one on an article.",
      null,
    ),
  })
  .meta({ id: "PlacedComment", description: "A comment, with the id of what it is on." });

export type PlacedCommentResponse = z.infer<typeof placedCommentResponse>;

export const commentWithAncestorsResponse = placedCommentResponse
  .extend({
    ancestors: z.array(commentResponse).meta({
      description:
        "The comments from the first of its thread to the one that it answers; empty if it answers none.",
    }),
  })
  .meta({ id: "CommentWithAncestors", description: "A comment, with those that it answers." });

export const nameParam = z.object({
  name: text("The person's name; case is ignored. An unknown name returns a 404.", "Mara"),
});
