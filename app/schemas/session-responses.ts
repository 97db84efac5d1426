/** The API's responses about sessions and tokens; see `responses.ts`. */
import { z } from "zod";
import { tokenScopes } from "~/domain/token-scopes";
import { flag, id, text, timestamp, timestampOrNull } from "./response-fields";

export const signInResponse = z
  .object({
    id: id("session or token", "6790a1f2c3d4e5f60718293c"),
    token: z
      .object({
        name: text("The name that its owner gave the token.", "Backup of my articles"),
        scope: z.enum(tokenScopes).meta({
          description: "Whether the token may only read, or write as well.",
          examples: ["read"],
        }),
      })
      .nullable()
      .meta({
        description: "The name and scope of a token for a program; null for a session.",
        examples: [{ name: "Backup of my articles", scope: "read" }],
      }),
    device: text(
      "The device or program on which the session or token was created, as far as known.",
      "Firefox on Linux",
    ),
    network: z
      .string()
      .nullable()
      .meta({
        description: "The network from which the session or token was created; null if not known.",
        examples: ["192.0.2.0/24"],
      }),
    createdAt: timestamp("When the session or token was created", "2026-01-22T09:30:00.000Z"),
    lastSeenAt: timestampOrNull(
      "When it was last used, to within an hour",
      "When the session or token was last used, to within an hour, in UTC; null if never.",
      "2026-01-23T10:00:00.000Z",
    ),
    expiresAt: timestamp(
      "When the token expires, or the session if it is not used again",
      "2026-02-22T10:00:00.000Z",
    ),
    isCurrent: flag(
      "Whether the token of this call belongs to this session, or is this token.",
      true,
    ),
  })
  .meta({
    id: "SignIn",
    description: "A session in which you are signed in, or one of your tokens for programs.",
  });
export type SignInResponse = z.infer<typeof signInResponse>;

export const madeTokenResponse = z
  .object({
    id: id("token", "6790a1f2c3d4e5f60718293d"),
    token: z
      .string()
      .regex(/^[\w-]{43}$/)
      .meta({
        description: "The token. Keep it secret; it is not shown again.",
        examples: ["b7YtQm0c2nQyX4h7T9pLw3sR6uZ8aB5dE0fG1kM2oN4"],
      }),
    expiresAt: timestamp("When the token expires", "2026-02-21T09:30:00.000Z"),
  })
  .meta({ id: "MadeToken", description: "A newly created token." });

export const signInIdParam = z.object({
  id: text(
    "The id of one of your sessions or tokens. Any other id returns a 404.",
    "6790a1f2c3d4e5f60718293c",
  ),
});
