import { z } from "zod";
import { noticeKindNames, noticeSubjectKinds } from "~/domain/notices";
import { cursor, listQuery } from "./pagination";
import { count, id, text, timestamp, timestampOrNull } from "./response-fields";

/** Query of the page of notices; an invalid value is ignored. */
export const noticesPageQuery = z.object({
  after: cursor.optional().catch(undefined),
  before: cursor.optional().catch(undefined),
  unread: z.literal("true").optional().catch(undefined),
});

/** Query of the list of notices. */
export const noticesQuery = listQuery.extend({
  unread: z
    .enum(["true", "false"], { error: "unread must be true or false" })
    .optional()
    .meta({ description: "`true` for only those that you have not read.", examples: ["true"] }),
});

/** Input for marking notices as read. */
export const readNoticesInput = z.object({
  until: z.iso
    .datetime({ precision: 3, error: "until must be a time such as 2026-11-28T09:30:00.000Z" })
    .transform((time) => new Date(time))
    .meta({
      description:
        "The `at` of the newest notice that you have seen. What was added later stays unread.",
      examples: ["2026-11-28T09:30:00.000Z"],
    }),
});

/** The form of the page of notices. */
export const markReadIntent = readNoticesInput.extend({ intent: z.literal("markRead") });

export const noticeResponse = z.object({
  id: id("notice", "6790a1f2c3d4e5f60718293a"),
  kind: z.enum(noticeKindNames).meta({ description: "What it tells.", examples: ["answer"] }),
  subject: z
    .object({
      kind: z.enum(noticeSubjectKinds),
      id: text(
        "The id of the text, person or application, the slug of the hub or category, or the symbol of the asset.",
        "6790a1f2c3d4e5f60718293b",
      ),
    })
    .meta({ description: "What it is about: your text, or what you follow." }),
  actors: z.array(z.string()).meta({
    description: "The names of those who did it, the newest first. Empty for your application.",
    examples: [["Ada", "Walt"]],
  }),
  text: text("What it says, in one sentence.", "Ada and Walt answered your article “Rates”"),
  path: text(
    "The path of the page of the newest thing it tells.",
    "/article/6790a1f2c3d4e5f60718293b",
  ),
  at: timestamp("When something was last added to it", "2026-11-28T09:30:00.000Z"),
  readAt: timestampOrNull(
    "When you read it",
    "When you read it, in UTC; null if something was added since.",
    "2026-11-28T09:31:00.000Z",
  ),
});
export type NoticeResponse = z.infer<typeof noticeResponse>;

export const unreadResponse = z.object({ unread: count("How many are left unread.", 0) });
