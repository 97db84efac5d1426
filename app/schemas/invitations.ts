/** Invitations to sign up. */
import { z } from "zod";
import { id, text, timestamp, timestampOrNull } from "./response-fields";

/** The forms of the page with one’s invitations. */
export const invitationsIntent = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("invite") }),
  z.object({ intent: z.literal("withdrawInvitation"), invitation: z.string().max(100) }),
]);

export const invitationParams = z.object({
  id: text("The id of the invitation.", "6791e8d9f0a1b2c3d4e5f607"),
});

export const invitationResponse = z
  .object({
    id: id("invitation", "6791e8d9f0a1b2c3d4e5f607"),
    url: text(
      "The address at which somebody signs up with it.",
      "https://quorum.example/signup?invitation=q3l9Jb0yTnX7dK2vR8sW5u",
    ),
    createdAt: timestamp("When you made it", "2026-01-22T09:30:00.000Z"),
    expiresAt: timestampOrNull(
      "Until when it can be used",
      "Until when it can be used, in UTC; null once it is used.",
      "2026-02-21T09:30:00.000Z",
    ),
    usedAt: timestampOrNull(
      "When somebody signed up with it",
      "When somebody signed up with it, in UTC; null until then.",
      "2026-01-23T10:00:00.000Z",
    ),
  })
  .meta({ id: "Invitation", description: "One of your invitations. Nobody else sees it." });
