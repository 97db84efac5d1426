/** Blocking people. */
import { z } from "zod";
import { text, timestamp } from "./response-fields";

/** The longest name that is looked up. */
const MAX_NAME_LENGTH = 100;

const name = z.string().max(MAX_NAME_LENGTH);

/** The buttons that block a person, or end that. */
export const blockIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("block"), name }),
  z.object({ intent: z.literal("unblock"), name }),
]);

export const blockedParams = z.object({
  name: text("The name of the person, in upper or lower case. Unknown names return a 404.", "Mara"),
});

export const blockedResponse = z
  .object({
    name: text("The name of the person.", "Mara"),
    blockedAt: timestamp("When you blocked them", "2026-01-22T09:30:00.000Z"),
  })
  .meta({ id: "Blocked", description: "Somebody you have blocked. Nobody else sees it." });
