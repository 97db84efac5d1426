/** The API's responses about sessions and tokens; see `responses.ts`. */
import { z } from "zod";
import { tokenScopes } from "~/domain/token-scopes";
import { id, text, timestamp } from "./response-fields";

export const signInResponse = z
  .object({
    id: id("session or token", "6790a1f2c3d4e5f60718293c"),
    token: z
      .object({
        name: text("What its owner calls it.", "Backup of my articles"),
        scope: z.enum(tokenScopes).meta({
          description: "Whether it may only read, or write as well.",
          examples: ["read"],
        }),
      })
      .nullable()
      .meta({
        description: "For a token that was made for a program; null for a sign-in.",
        examples: [{ name: "Backup of my articles", scope: "read" }],
      }),
    device: text("What it was opened on, as far as it told.", "Firefox on Linux"),
    network: z
      .string()
      .nullable()
      .meta({ description: "The network it was opened from.", examples: ["192.0.2.0/24"] }),
    createdAt: timestamp("When it was opened", "2026-01-22T09:30:00.000Z"),
    lastSeenAt: timestamp("When it was last used, within an hour", "2026-01-23T10:00:00.000Z")
      .nullable()
      .meta({
        description: "When it was last used, within an hour, in UTC; null if never.",
        examples: ["2026-01-23T10:00:00.000Z"],
      }),
    expiresAt: timestamp("When it ends, unless it is used before", "2026-02-22T10:00:00.000Z"),
    isCurrent: z
      .boolean()
      .meta({ description: "Whether it is the one of this call.", examples: [true] }),
  })
  .meta({ id: "SignIn", description: "Where you are signed in, or a token of yours." });
export type SignInResponse = z.infer<typeof signInResponse>;

export const madeTokenResponse = z
  .object({
    id: id("token", "6790a1f2c3d4e5f60718293d"),
    token: z
      .string()
      .regex(/^[\w-]{43}$/)
      .meta({
        description: "Keep it secret. It is not shown again.",
        examples: ["b7YtQm0c2nQyX4h7T9pLw3sR6uZ8aB5dE0fG1kM2oN4"],
      }),
    expiresAt: timestamp("When it ends", "2026-02-21T09:30:00.000Z"),
  })
  .meta({ id: "MadeToken", description: "A token that was made just now." });

export const signInIdParam = z.object({
  id: z.string().meta({
    description: "The id of the session or token. One that is not yours is a 404.",
    examples: ["6790a1f2c3d4e5f60718293c"],
  }),
});
