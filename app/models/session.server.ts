import { createHash, randomBytes } from "node:crypto";
import { millisecondsInDay } from "date-fns/constants";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { createModel } from "./create-model.server";

/** A session expires 30 days after it was last extended, which happens at most once a day. */
export const SESSION_MS = 30 * millisecondsInDay;
const EXTEND_AFTER_MS = millisecondsInDay;
/** However often it is extended, it ends 90 days after the sign-in that it belongs to. */
export const SIGN_IN_MS = 90 * millisecondsInDay;

const sessionKinds = ["browser", "token"] as const;
export type SessionKind = (typeof sessionKinds)[number];

const schema = new Schema(
  {
    /** SHA-256 of the secret, so that read access to the database is not enough to sign in. */
    secretHash: { type: String, required: true, unique: true },
    user: { type: Schema.Types.ObjectId, required: true, index: true },
    kind: { type: String, required: true, enum: sessionKinds },
    /**
     * Links the browser session and the API token of one sign-in. The moment of the sign-in is part of it,
     * as of every ObjectId.
     */
    signIn: { type: Schema.Types.ObjectId, required: true, index: true },
    userAgent: { type: String, default: "" },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "sessions", versionKey: false },
);

type SessionRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Session = createModel<SessionRow>("Session", schema);

/** An unexpired session. */
export interface ActiveSession {
  id: string;
  userId: string;
  kind: SessionKind;
  signInId: string;
  /** When it has to be looked up again, to be extended or because it has ended. */
  checkAgainAt: Date;
}

/** @returns the SHA-256 of a session's secret, in hexadecimal */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");
const newSecret = () => randomBytes(32).toString("base64url");

const toActiveSession = (
  { _id, user, kind, signIn }: SessionRow,
  checkAgainAt: Date,
): ActiveSession => ({
  id: _id.toHexString(),
  userId: user.toHexString(),
  kind,
  signInId: signIn.toHexString(),
  checkAgainAt,
});

/** When a session ends that is opened or extended now. */
const expiryOf = (signIn: Types.ObjectId, now: number): Date =>
  new Date(Math.min(now + SESSION_MS, signIn.getTimestamp().getTime() + SIGN_IN_MS));

/** @returns an id for a new sign-in */
export const newSignInId = (): string => new Types.ObjectId().toHexString();

/**
 * Opens the sessions of one sign-in; signing out ends all of them.
 *
 * @param userId the user who signed in
 * @param kinds the sessions to open
 * @param signInId the sign-in, which may already have sessions; by default a new one
 * @returns the secrets by kind; they are not stored and cannot be retrieved later
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
      secretHash: hashSecret(secret),
      user: new Types.ObjectId(userId),
      userAgent: userAgent.slice(0, 300),
      createdAt,
      expiresAt: expiryOf(signIn, createdAt.getTime()),
    })),
  );
  return Object.fromEntries(rows.map(({ kind, secret }) => [kind, secret])) as Record<Kind, string>;
}

/**
 * Finds a session, and extends it if that was last done more than a day ago.
 *
 * @returns the session, or `null` if there is none of that kind or it has expired
 */
export async function findSession(
  secret: string,
  kind: SessionKind,
): Promise<ActiveSession | null> {
  const now = Date.now();
  const row = await Session.findOne({ secretHash: hashSecret(secret), kind }).lean<SessionRow>();
  if (!row) return null;
  const furthest = expiryOf(row.signIn, now);
  // Sessions of earlier versions may be stored with an end beyond that of their sign-in.
  const expiresAt = Math.min(row.expiresAt.getTime(), furthest.getTime());
  if (expiresAt <= now) return null;
  const isDue = expiresAt + EXTEND_AFTER_MS < furthest.getTime();
  if (isDue) await Session.updateOne({ _id: row._id }, { $set: { expiresAt: furthest } });
  const endsAt = isDue ? furthest.getTime() : expiresAt;
  const checkAgainAt = Math.min(now + EXTEND_AFTER_MS, endsAt);
  return toActiveSession(row, new Date(checkAgainAt));
}

/** @returns whether a session still exists */
export async function isOpen({ id }: ActiveSession): Promise<boolean> {
  return (await Session.exists({ _id: new Types.ObjectId(id) })) !== null;
}

/** Deletes all sessions of a sign-in: the browser's and the token's. */
export async function closeSignIn(signInId: string): Promise<void> {
  await Session.deleteMany({ signIn: new Types.ObjectId(signInId) });
}

/** Deletes the sessions of a user. @param except a sign-in whose sessions stay */
export async function closeSessionsOf(userId: string, except: string | null = null): Promise<void> {
  await Session.deleteMany({
    user: new Types.ObjectId(userId),
    ...(except && { signIn: { $ne: new Types.ObjectId(except) } }),
  });
}
