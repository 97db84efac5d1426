/** The API's responses about accounts, with their sessions, tokens and second factors; see `responses.ts`. */
import { z } from "zod";
import { tokenScopes } from "~/domain/token-scopes";
import { count, flag, id, text, textOrNull, timestamp, timestampOrNull } from "./response-fields";

export const userResponse = z
  .object({
    id: id("user", "678f1e2d3c4b5a6978869504"),
    email: text(
      "The email address, in lower case and with its domain in ASCII; never shown to others.",
      "mara@example.org",
    ),
    name: text("The public name.", "Mara"),
    isMember: flag("Whether the user is a member of the organisation."),
  })
  .meta({ id: "User", description: "The signed-in user's own account." });

export const exportResponse = z
  .object({
    state: z.enum(["none", "waiting", "ready", "failed"]).meta({
      description:
        "`none` if no copy was requested or it has expired, `waiting` until the copy is made, `ready` if it can be downloaded, `failed` if it could not be made.",
      examples: ["ready"],
    }),
    requestedAt: timestampOrNull(
      "When the copy was requested",
      "When the copy was requested, in UTC; null if none was.",
      "2026-01-22T09:30:00.000Z",
    ),
    readyAt: timestampOrNull(
      "When the copy was made",
      "When the copy was made, in UTC; null until it is.",
      "2026-01-22T09:30:10.000Z",
    ),
    size: count("The size of the file in bytes.", 1)
      .nullable()
      .meta({
        description: "The size of the file in bytes; null until it is ready.",
        examples: [34_812],
      }),
    expiresAt: timestampOrNull(
      "When the copy expires",
      "When the copy can no longer be downloaded, in UTC; null until it is ready.",
      "2026-01-29T09:30:10.000Z",
    ),
    canRequest: flag("Whether a request for a copy would start a new one now."),
  })
  .meta({ id: "Export", description: "The status of the copy of your data." });
export type ExportResponse = z.infer<typeof exportResponse>;

export const scheduledDeletionResponse = z
  .object({
    leavesAt: timestamp("When the account will be deleted", "2026-01-29T09:30:00.000Z"),
    withContent: flag("Whether what its owner wrote will be deleted too."),
  })
  .meta({ id: "ScheduledDeletion", description: "The scheduled deletion of an account." });

export const sessionResponse = z
  .object({
    token: z
      .string()
      .regex(/^[\w-]{43}$/)
      .meta({
        description:
          "The token for other calls. Keep it secret. It expires 30 days after its last use.",
        examples: ["J1vQm0c2nQyX4h7T9pLw3sR6uZ8aB5dE0fG1kM2oN4I"],
      }),
    user: userResponse,
  })
  .meta({
    id: "Session",
    description: "The token of a new session, and its user.",
  });

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
    network: textOrNull(
      "The network from which the session or token was created; null if not known.",
      "192.0.2.0/24",
    ),
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

export const secondFactorResponse = z
  .object({
    isOn: flag("Whether signing in with the password asks for a code as well.", true),
    recoveryCodesLeft: count("The number of unused recovery codes.", 10),
  })
  .meta({ id: "SecondFactor", description: "The second factor of the signed-in user." });

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export const setUpResponse = z
  .object({
    secret: z
      .string()
      .regex(/^[A-Z2-7]{32}$/)
      .meta({
        description: "The secret from which an authenticator app computes the codes, in base32.",
        examples: [SECRET],
      }),
    uri: z.string().meta({
      description: "The secret as an `otpauth:` URI, for a QR code.",
      examples: [
        `otpauth://totp/Site:mara%40example.org?issuer=Site&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
      ],
    }),
  })
  .meta({
    id: "SecondFactorSetUp",
    description: "The secret for setting up an authenticator app.",
  });

export const recoveryCodesResponse = z
  .object({
    recoveryCodes: z.array(z.string()).meta({
      description:
        "Ten recovery codes. Each can be used once in place of a code from the app. They are not shown again.",
      examples: [["7h3kq2-9wmd4x-0t5vbr-ec8njz"]],
    }),
  })
  .meta({
    id: "RecoveryCodes",
    description: "New recovery codes. Earlier ones are no longer valid.",
  });
