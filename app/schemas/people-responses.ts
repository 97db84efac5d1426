/** The API's responses about people; see `responses.ts`. */
import { z } from "zod";
import { commentResponse } from "./responses";
import { count, id, text, timestamp } from "./response-fields";

const line = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description} Null if they say nothing.`, examples: [example] });

export const profileResponse = z
  .object({
    about: line("A line about themselves.", "I read central banks so that you need not."),
    link: line("A web address.", "https://example.org/mara"),
    disclosure: line("What they hold, as far as it matters to what they write.", "Long BTC"),
    isHiddenFromSearch: z.boolean().meta({
      description: "Whether search engines are asked to leave the page out.",
      examples: [false],
    }),
  })
  .meta({ id: "Profile", description: "What you say of yourself." });
export type ProfileResponse = z.infer<typeof profileResponse>;

export const personResponse = z
  .object({
    name: text("The public name.", "Mara"),
    ...profileResponse.omit({ isHiddenFromSearch: true }).shape,
    isMember: z.boolean().meta({
      description: "Whether they are a member of the organisation.",
      examples: [true],
    }),
    memberSince: timestamp("When they signed up", "2025-11-03T08:12:00.000Z"),
    articles: count("How many articles they have posted.", 12),
    reviews: count("How many reviews they have written.", 30),
    comments: count("How many comments they have written.", 85),
  })
  .meta({ id: "Person", description: "A person as everybody sees them." });
export type PersonResponse = z.infer<typeof personResponse>;

export const placedCommentResponse = commentResponse
  .extend({ articleId: id("article that it is on", "6790a1f2c3d4e5f60718293a") })
  .meta({ id: "PlacedComment", description: "A comment, with the article that it is on." });
export type PlacedCommentResponse = z.infer<typeof placedCommentResponse>;

export const nameParam = z.object({
  name: z.string().meta({
    description: "The person's name, in any case. An unknown one is a 404.",
    examples: ["Mara"],
  }),
});
