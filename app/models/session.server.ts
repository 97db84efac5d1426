import { createHash, randomBytes } from "node:crypto";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { DAY_MS } from "~/domain/calendar-days";
import { createModel } from "./create-model.server";

/** A session lasts 30 days from when it was last slid, at most once a day. */
export const SESSION_MS = 30 * DAY_MS;
const SLIDE_AFTER_MS = DAY_MS;

const sessionKinds = ["browser", "token"] as const;
export type SessionKind = (typeof sessionKinds)[number];

const schema = new Schema(
  {
    /** SHA-256 of the secret, so that who reads the database cannot sign in with what is there. */
    secretHash: { type: String, required: true, unique: true },
    user: { type: Schema.Types.ObjectId, required: true, index: true },
    kind: { type: String, required: true, enum: sessionKinds },
    /** Shared by the browser's and the token's session of one sign-in. */
    signIn: { type: Schema.Types.ObjectId, required: true, index: true },
    userAgent: { type: String, default: "" },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "sessions", versionKey: false },
);

type SessionRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Session = createModel<SessionRow>("Session", schema);

/** A session as services see it. */
export interface LiveSession {
  id: string;
  userId: string;
  kind: SessionKind;
  signInId: string;
}

const hash = (secret: string) => createHash("sha256").update(secret).digest("hex");
const newSecret = () => randomBytes(32).toString("base64url");

const toLive = ({ _id, user, kind, signIn }: SessionRow): LiveSession => ({
  id: _id.toHexString(),
  userId: user.toHexString(),
  kind,
  signInId: signIn.toHexString(),
});

/** @returns the id of a sign-in that is to have sessions */
export const newSignInId = (): string => new Types.ObjectId().toHexString();

/**
 * Opens the sessions of one sign-in: they end together.
 *
 * @param userId of the user who signed in
 * @param kinds which to open
 * @param signInId of the sign-in, which may have sessions already; a new one unless it is given
 * @returns each one's secret by its kind; nothing else ever has them
 */
export async function openSessions<Kind extends SessionKind>(
  userId: string,
  kinds: readonly Kind[],
  userAgent: string,
  signInId = newSignInId(),
): Promise<Record<Kind, string>> {
  const signIn = new Types.ObjectId(signInId);
  const createdAt = new Date();
  const rows = kinds.map((kind) => ({ kind, secret: newSecret() }));
  await Session.insertMany(
    rows.map(({ kind, secret }) => ({
      kind,
      signIn,
      secretHash: hash(secret),
      user: new Types.ObjectId(userId),
      userAgent: userAgent.slice(0, 300),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + SESSION_MS),
    })),
  );
  return Object.fromEntries(rows.map(({ kind, secret }) => [kind, secret])) as Record<Kind, string>;
}

/**
 * @returns the session of a secret, slid when it was not for a day, or `null` when there is none of
 *   that kind or it has expired
 */
export async function findSession(secret: string, kind: SessionKind): Promise<LiveSession | null> {
  const now = Date.now();
  const row = await Session.findOne({ secretHash: hash(secret), kind }).lean<SessionRow>();
  if (!row || row.expiresAt.getTime() <= now) return null;
  if (row.expiresAt.getTime() < now + SESSION_MS - SLIDE_AFTER_MS) {
    await Session.updateOne({ _id: row._id }, { $set: { expiresAt: new Date(now + SESSION_MS) } });
  }
  return toLive(row);
}

/** @returns whether a session that was found is still there */
export async function isOpen({ id }: LiveSession): Promise<boolean> {
  return (await Session.exists({ _id: new Types.ObjectId(id) })) !== null;
}

/** Ends every session of a sign-in: the browser's and the token's. */
export async function closeSignIn(signInId: string): Promise<void> {
  await Session.deleteMany({ signIn: new Types.ObjectId(signInId) });
}

/** Ends every session of a user, everywhere. */
export async function closeSessionsOf(userId: string): Promise<void> {
  await Session.deleteMany({ user: new Types.ObjectId(userId) });
}
