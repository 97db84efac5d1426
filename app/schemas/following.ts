/** Following people, hubs, categories, assets and threads. */
import { z } from "zod";
import { followedKinds, MAX_FOLLOWED } from "~/domain/following";
import { withCommas } from "./fields";
import { cursor, listQuery } from "./pagination";
import { flag, text, timestamp } from "./response-fields";

const kind = z.enum(followedKinds, { error: "This cannot be followed." });

/** The longest name, slug, symbol or id that is looked up. */
const MAX_ID_LENGTH = 100;

/** What is followed, as addresses and forms name it: a person by the name, all others by their target. */
export const followedReference = z.object({ kind, id: z.string().max(MAX_ID_LENGTH) });
export type FollowedReference = z.infer<typeof followedReference>;

export const followingIntent = z.discriminatedUnion("intent", [
  followedReference.extend({ intent: z.literal("follow") }),
  followedReference.extend({ intent: z.literal("unfollow") }),
  z.object({ intent: z.literal("renewFeed") }),
  z.object({ intent: z.literal("endFeed") }),
]);

const kindParam = text(
  `What it is: ${followedKinds.join(", ")}. Anything else returns a 404.`,
  "person",
);
const idParam = text(
  "The name of a person, the slug of a hub or category, the symbol of an asset, or the id of a comment for its thread, or of an article or review for its whole discussion.",
  "Mara",
);

export const followedParams = z.object({ kind: kindParam, id: idParam });

export const followedQuery = listQuery.extend({
  kind: kind.optional().meta({ description: "Only what is of this kind.", examples: ["person"] }),
});

/** Query of the page: which list it shows, and from where; an invalid one shows the first page of the river. */
export const followingPageQuery = z.object({
  show: kind.optional().catch(undefined),
  after: cursor.optional().catch(undefined),
});

export const followedResponse = z
  .object({
    kind: kind.meta({ description: "What it is.", examples: ["person"] }),
    id: text("Its name, slug, symbol or id, as in the address of the calls.", "Mara"),
    title: text("Its name, or for a thread the title of what it is about.", "Mara"),
    byWriting: flag("Whether you follow the thread only because you wrote in it."),
    createdAt: timestamp("When you began to follow it", "2026-01-22T09:30:00.000Z"),
  })
  .meta({ id: "Followed", description: "Something that you follow. Nobody else sees it." });

export type FollowedResponse = z.infer<typeof followedResponse>;

export const FOLLOWING_DESCRIPTION = `Each person can follow up to ${withCommas(MAX_FOLLOWED)} things.`;
