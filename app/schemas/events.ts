/**
 * Events: what the operator can look up later about sign-ins, refusals, limits, roles, exports,
 * deletions and prices. This file is their only schema: fields that it does not name are neither logged nor stored.
 * `docs/events.md` shows the same as a table, and a test compares the two.
 */
import { z } from "zod";
import { firstCharacters } from "../domain/character-count";
import { editableKinds } from "../domain/editing";
import { engines } from "../domain/engines";
import { roles } from "../domain/permissions";
import { priceSourceNames } from "../domain/price-sources";
import { tokenScopes } from "../domain/token-scopes";

const id = z.string().regex(/^[0-9a-f]{24}$/);
/** Text that may come from a client, truncated for the log. */
const shortText = z.string().transform((value) => firstCharacters(value, 100));
/** A keyed hash of the email address that was typed; the key changes daily. */
const account = z.string().max(64).optional();
/** Who acted: an operator by command, an administrator in the browser, or the person themselves. */
const by = z.enum(["operator", "administrator", "person"]);
/** The account of the administrator who acted. */
const administrator = id.optional();
const count = z.number().int().nonnegative();

/** `info` if something was done, `warn` if it was refused or failed. */
export type EventLevel = "info" | "warn";

interface KindOfEvent {
  level: EventLevel;
  fields: z.ZodObject;
}
const kindWith =
  <const Level extends EventLevel>(level: Level) =>
  <Fields extends z.ZodRawShape>(fields: Fields) => ({ level, fields: z.object(fields) });
const done = kindWith("info");
const refused = kindWith("warn");

/** The kinds of events, each with its own fields. `user` is the id of the account that the event is about. */
export const eventKinds = {
  "sign-up": done({ user: id }),
  "sign-up-refused": refused({ account }),
  "sign-in": done({
    user: id,
    sessions: z.array(z.enum(["browser", "token"])),
    proof: z.enum(["code", "recovery-code", "passkey"]).optional(),
  }),
  "sign-in-failed": refused({ user: id.optional(), account }),
  "password-refused": refused({ user: id }),
  "code-refused": refused({ user: id }),
  "passkey-refused": refused({ user: id.optional() }),
  "second-factor-added": done({ user: id }),
  "second-factor-removed": done({ user: id, by, administrator }),
  "recovery-codes-renewed": done({ user: id }),
  "recovery-code-used": done({ user: id, left: count }),
  "passkey-added": done({ user: id }),
  "passkey-removed": done({ user: id }),
  "sign-out": done({ user: id }),
  "sessions-ended": done({
    user: id,
    which: z.enum(["one", "others", "all"]),
    administrator,
  }),
  "token-made": done({ user: id, scope: z.enum(tokenScopes) }),
  "session-restored": done({ user: id }),
  "token-refused": refused({ call: shortText }),
  "email-proven": done({ user: id }),
  "password-reset-requested": done({ user: id.optional(), account, administrator }),
  "email-change-requested": done({ user: id }),
  "email-changed": done({ user: id }),
  "email-restored": done({ user: id }),
  "link-refused": refused({
    purpose: z.enum(["prove-email", "reset-password", "change-email", "restore-email"]),
  }),
  "mail-failed": refused({ user: id, reason: shortText, attempts: count }),
  "mails-stopped": refused({ user: id }),
  "password-changed": done({ user: id, by }),
  "limit-exceeded": refused({ limit: shortText, user: id.optional(), account }),
  "permission-denied": refused({
    user: id,
    action: z.enum([
      ...["vote", "vote-on-own-application", "review", "edit", "administer", "moderate"],
      ...["generate-momentum", "generate-sentiment"],
    ] as const),
  }),
  "foreign-origin": refused({ origin: shortText, own: shortText }),
  "text-changed": done({ user: id, text: shortText, version: count }),
  "settings-changed": done({ user: id, changed: z.array(shortText), revision: count }),
  "membership-changed": done({
    user: id,
    isMember: z.boolean(),
    by: z.enum(["operator", "administrator", "vote"]),
    administrator,
  }),
  "role-changed": done({ user: id, role: z.enum([...roles, "none"]), by, administrator }),
  "leaving-planned": done({ user: id, withContent: z.boolean() }),
  "leaving-called-off": done({ user: id }),
  "account-deleted": done({
    user: id,
    by,
    administrator,
    withContent: z.boolean(),
    articles: count,
    reviews: count,
    comments: count,
    upvotes: count,
  }),
  "content-edited": done({ content: z.enum(editableKinds), id, user: id }),
  "content-removed": done({ content: z.enum(editableKinds), id, by }),
  "data-export-requested": done({ user: id }),
  "data-exported": done({ user: id, by, bytes: count }),
  "data-export-failed": refused({ user: id, attempts: count }),
  "data-downloaded": done({ user: id }),
  "recommendation-generated": done({
    engine: z.enum(engines),
    recommendation: id,
    user: id.optional(),
  }),
  "closes-refused": refused({
    source: z.enum(priceSourceNames),
    asset: shortText,
    closes: count,
    day: shortText,
    reason: z.string().transform((value) => firstCharacters(value, 300)),
  }),
  "events-dropped": refused({ dropped: z.record(z.string(), count) }),
} as const satisfies Record<string, KindOfEvent>;

export type EventKind = keyof typeof eventKinds;
export const eventKindNames = Object.keys(eventKinds) as EventKind[];

/** An event: its kind and the fields of that kind. */
export type Event = {
  [Kind in EventKind]: { kind: Kind } & z.input<(typeof eventKinds)[Kind]["fields"]>;
}[EventKind];

/**
 * Splits an event into its parts for the log and the database.
 *
 * @returns the id of the account that the event is about, or `null`, and its other fields as the schema allows them
 * @throws ZodError for an event that does not match the schema
 */
export function parseEvent({ kind, ...fields }: Event): {
  user: string | null;
  details: Record<string, unknown>;
} {
  const { user, ...details } = eventKinds[kind].fields.parse(fields) as { user?: string };
  return { user: user ?? null, details };
}
