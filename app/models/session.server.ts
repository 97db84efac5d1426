import { createHash, randomBytes } from "node:crypto";
import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import { Schema, Types, type InferSchemaType } from "mongoose";
import { tokenScopes, type TokenScope } from "~/domain/token-scopes";
import { collectionOf } from "./collection.server";
import { createModel } from "./create-model.server";
import { toObjectId } from "./ids.server";

/** A session expires 30 days after it was last extended, which happens at most once a day. */
export const SESSION_MS = 30 * millisecondsInDay;
const EXTEND_AFTER_MS = millisecondsInDay;
/** A session ends 90 days after its sign-in, however often it is extended. */
export const SIGN_IN_MS = 90 * millisecondsInDay;

/** The last use of a session is stored at most once an hour. */
const STORE_AFTER_MS = millisecondsInHour;

const sessionKinds = ["browser", "token"] as const;
export type SessionKind = (typeof sessionKinds)[number];

const schema = new Schema(
  {
    /** SHA-256 of the secret, so that read access to the database is not enough to sign in. */
    secretHash: { type: String, required: true, unique: true },
    user: { type: Schema.Types.ObjectId, required: true },
    kind: { type: String, required: true, enum: sessionKinds },
    /**
     * Links the browser session and the API token of one sign-in. Like every ObjectId, it contains its
     * creation time, which is that of the sign-in.
     */
    signIn: { type: Schema.Types.ObjectId, required: true, index: true },
    userAgent: { type: String, default: "" },
    /** The network it was opened from, such as `192.0.2.0/24`. */
    network: { type: String },
    /** The name of a personal access token, given by its owner, who also chose when it expires. */
    name: { type: String },
    scope: { type: String, enum: tokenScopes },
    /** Accurate to an hour; absent for a personal access token that was never used. */
    lastSeenAt: { type: Date },
    createdAt: { type: Date, required: true },
    /** When the person confirmed again who they are; absent if not since they signed in. */
    confirmedAt: { type: Date },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { collection: "sessions", versionKey: false },
);
schema.index({ user: 1, createdAt: -1 });

type SessionRow = InferSchemaType<typeof schema> & { _id: Types.ObjectId };
const Session = createModel<SessionRow>("Session", schema);

/** @returns the SHA-256 of a session's secret, in hexadecimal */
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");
const newSecret = () => randomBytes(32).toString("base64url");

/** @param checkAgainAt until when the result may be cached; then the session may have to be extended or has expired */
const toActiveSession = (
  { _id, user, kind, signIn, name, scope, confirmedAt }: SessionRow,
  checkAgainAt: Date,
) => ({
  id: _id.toHexString(),
  userId: user.toHexString(),
  kind,
  signInId: signIn.toHexString(),
  /** Whether it is a personal access token. */
  isNamed: name != null,
  scope: scope ?? ("write" as const),
  /** When the person last showed who they are: by signing in, or by confirming it since. */
  confirmedAt: confirmedAt ?? signIn.getTimestamp(),
  checkAgainAt,
});

export type ActiveSession = ReturnType<typeof toActiveSession>;

/** The browser or program, and the network, from which a session is opened. */
export interface Device {
  userAgent: string;
  network?: string;
}

const deviceFields = ({ userAgent, network }: Device) => ({
  userAgent: userAgent.slice(0, 300),
  ...(network && { network }),
});

/** The expiry of a session that is opened or extended now. */
const expiryOf = (signIn: Types.ObjectId, now: number): Date =>
  new Date(Math.min(now + SESSION_MS, signIn.getTimestamp().getTime() + SIGN_IN_MS));

export const newSignInId = (): string => new Types.ObjectId().toHexString();

/**
 * Opens the sessions of one sign-in; signing out ends all of them.
 * @param signInId the sign-in, which may already have sessions; by default a new one
 * @returns the secrets by kind; they are not stored and cannot be retrieved later
 */
export async function openSessions<Kind extends SessionKind>(
  userId: string,
  kinds: readonly Kind[],
  device: Device,
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
      ...deviceFields(device),
      createdAt,
      lastSeenAt: createdAt,
      expiresAt: expiryOf(signIn, createdAt.getTime()),
    })),
  );
  return Object.fromEntries(rows.map(({ kind, secret }) => [kind, secret])) as Record<Kind, string>;
}

/** Creates a personal access token, for a program. @returns its id and its secret, which is not stored */
export async function createNamedToken(
  { userId, ...token }: { userId: string; name: string; scope: TokenScope; expiresAt: Date },
  device: Device,
): Promise<{ id: string; secret: string }> {
  const secret = newSecret();
  const id = newSignInId();
  await Session.create({
    ...token,
    ...deviceFields(device),
    kind: "token",
    signIn: new Types.ObjectId(id),
    secretHash: hashSecret(secret),
    user: new Types.ObjectId(userId),
    createdAt: new Date(),
  });
  return { id, secret };
}

export const countNamedTokens = (userId: string): Promise<number> =>
  Session.countDocuments({ user: toObjectId(userId), name: { $gt: "" } });

const toSignIn = (row: SessionRow) => ({
  id: row.signIn.toHexString(),
  token: row.name == null ? null : { name: row.name, scope: row.scope ?? ("write" as const) },
  userAgent: row.userAgent,
  network: row.network ?? null,
  createdAt: row.createdAt,
  lastSeenAt: row.lastSeenAt ?? null,
  expiresAt: row.expiresAt,
});

/** A sign-in with its sessions, or a personal access token. */
export type OpenSignIn = ReturnType<typeof toSignIn>;

/** @returns the sign-ins and tokens of a user's unexpired sessions, newest first; reads up to `limit` sessions */
export async function listSignIns(userId: string, limit: number): Promise<OpenSignIn[]> {
  const open = { user: toObjectId(userId), expiresAt: { $gt: new Date() } };
  const signIns = collectionOf(Session, toSignIn);
  const byId = new Map<string, OpenSignIn>();
  for (const signIn of await signIns.list(open, { sort: { createdAt: -1 }, limit })) {
    const known = byId.get(signIn.id);
    byId.set(signIn.id, known ? merged(known, signIn) : signIn);
  }
  return [...byId.values()];
}

/** Merges two sessions of the same sign-in. */
const merged = (newer: OpenSignIn, older: OpenSignIn): OpenSignIn => ({
  ...older,
  lastSeenAt: laterOf(newer.lastSeenAt, older.lastSeenAt),
  expiresAt: laterOf(newer.expiresAt, older.expiresAt)!,
});

const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other);

/**
 * Finds a session. Stores the time of use if the stored one is more than an hour old, and extends the session if it
 * was last extended more than a day ago.
 * @returns the session, or `null` if there is none of that kind or it has expired
 */
export async function findSession(
  secret: string,
  kind: SessionKind,
): Promise<ActiveSession | null> {
  const now = Date.now();
  const row = await Session.findOne({ secretHash: hashSecret(secret), kind }).lean();
  if (!row) return null;
  const furthest = row.name == null ? expiryOf(row.signIn, now) : row.expiresAt;
  const expiresAt = row.expiresAt.getTime();
  if (expiresAt <= now) return null;
  const changes = {
    ...(expiresAt + EXTEND_AFTER_MS < furthest.getTime() && { expiresAt: furthest }),
    ...(now - (row.lastSeenAt?.getTime() ?? 0) >= STORE_AFTER_MS && { lastSeenAt: new Date(now) }),
  };
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged) await Session.updateOne({ _id: row._id }, { $set: changes });
  const endsAt = changes.expiresAt?.getTime() ?? expiresAt;
  const checkAgainAt = Math.min(now + STORE_AFTER_MS, endsAt);
  return toActiveSession(row, new Date(checkAgainAt));
}

/** Stores that the person of a session has just confirmed who they are. */
export async function markConfirmed({ id }: Pick<ActiveSession, "id">): Promise<void> {
  await Session.updateOne({ _id: new Types.ObjectId(id) }, { $set: { confirmedAt: new Date() } });
}

export async function isOpen({ id }: Pick<ActiveSession, "id">): Promise<boolean> {
  return (await Session.exists({ _id: new Types.ObjectId(id) })) !== null;
}

/** Deletes all sessions of a sign-in: the browser's and the token's. */
export async function closeSignIn(signInId: string): Promise<void> {
  await Session.deleteMany({ signIn: new Types.ObjectId(signInId) });
}

/** Deletes a sign-in or token of a user. @returns whether the user had it */
export async function closeSignInOf(userId: string, signInId: string): Promise<boolean> {
  const signIn = toObjectId(signInId);
  if (!signIn) return false;
  const result = await Session.deleteMany({ user: new Types.ObjectId(userId), signIn });
  return result.deletedCount > 0;
}

/** Deletes the sessions of a user. @param except the id of a sign-in whose sessions are kept */
export async function closeSessionsOf(userId: string, except: string | null = null): Promise<void> {
  await Session.deleteMany({
    user: new Types.ObjectId(userId),
    ...(except && { signIn: { $ne: new Types.ObjectId(except) } }),
  });
}
