/** Creates users and their content as the site does. Names and links are unique. */
import { subDays } from "date-fns/subDays";
import { vi } from "vitest";
import { addToCounts } from "~/models/article-counts.server";
import { createArticle, type Article, type NewArticle } from "~/models/article.server";
import { openSessions } from "~/models/session.server";
import { addUpvote } from "~/models/upvote.server";
import { setRole } from "~/models/user-role.server";
import { createUser } from "~/models/user.server";
import type { Role } from "~/domain/permissions";
import type { Viewer } from "~/domain/viewer";
import type { ArticleInput } from "~/schemas/articles";
import type { ReviewInput } from "~/schemas/reviews";
import { upvote } from "~/services/articles/upvotes.server";
import { signIn, signUp } from "~/services/accounts/accounts.server";
import { markEmailProven } from "~/services/accounts/email.server";
import * as passwords from "~/services/accounts/passwords.server";
import { urlKey } from "~/services/articles/normalized-urls.server";
import { sessionCookie } from "~/utils/http/auth.server";
import { messageOf } from "./outcomes";

export interface SignedIn {
  viewer: Viewer;
  /** The token for `Authorization: Bearer`. */
  token: string;
  /** The value of the `Cookie` header. */
  cookie: string;
  /** The browser session's secret, as it is in the cookie. */
  browserSecret: string;
}

let made = 0;
const next = () => (made += 1);
/** An address in the network that is reserved for benchmarks. */
const nextAddress = () => `198.18.${(next() >> 8) % 256}.${made % 256}`;

export const PASSWORD = "correct horse battery!";
/** A hash of it that is verified at no cost, unlike those that the site makes. */
const PASSWORD_HASH =
  "$argon2id$v=19$m=8,t=1,p=1$ffI4mwUa1rlEz48mvnf5hQ$eaOss6lxut8GGCup/JpNjcr70P76sBPsDeXEVUruWpo";

/** Where a user is who signs in to get a token. */
export const HERE = {
  address: "192.0.2.1",
  userAgent: "test",
  origin: "https://site.example",
  kinds: ["token"],
} as const;

/** Signs in with a password. @returns `done`, or the message with which that was refused */
export const logIn = (email: string, password: string, code?: string) =>
  messageOf(signIn({ email, password, code }, HERE));

/** Creates a user with a password and open sessions, as signing up does. Hashing another password takes a moment. */
export async function signUpSomebody({
  name = `Person${next()}`,
  password = PASSWORD,
  address = nextAddress(),
  isProven = false,
} = {}): Promise<SignedIn & { email: string; password: string }> {
  const email = `${name.toLowerCase()}@example.org`;
  if (password === PASSWORD) {
    vi.spyOn(passwords, "hashPassword").mockResolvedValueOnce(PASSWORD_HASH);
  }
  const { viewer, secrets } = await signUp(
    { name, email, password },
    { address, origin: "https://site.example", userAgent: "test", kinds: ["browser", "token"] },
  );
  if (isProven) await markEmailProven(viewer.id, email);
  return { email, password, ...(await signedIn({ ...viewer, hasProvenEmail: isProven }, secrets)) };
}

/** Creates a user with open sessions but no usable password. */
export async function addSignedIn(fields: Parameters<typeof addUser>[0] = {}): Promise<SignedIn> {
  const viewer = await addUser(fields);
  return signedIn(
    viewer,
    await openSessions(viewer.id, ["browser", "token"], { userAgent: "test" }),
  );
}

async function signedIn(
  viewer: Viewer,
  { browser, token }: { browser: string; token: string },
): Promise<SignedIn> {
  const cookie = (await sessionCookie(browser)).split(";")[0] ?? "";
  return { viewer, token, cookie, browserSecret: browser };
}

/** Creates a user without sessions or a usable password, which is quick in large numbers. By default it is not new. */
export async function addUser({
  isMember = false,
  name = `User${next()}`,
  createdAt = subDays(new Date(), 30),
  hasUnprovenEmail = undefined as true | undefined,
  role = undefined as Role | undefined,
} = {}): Promise<Viewer> {
  const user = await createUser({
    name,
    email: `${name.toLowerCase()}@example.org`,
    passwordHash: "no password has this hash",
    isMember,
    createdAt,
    hasUnprovenEmail,
  });
  if (!user) throw new Error(`${name} is taken`);
  if (role) await setRole(user.id, role);
  return { ...user, ...(role && { role }) };
}

export const upvoteArticle = (viewer: Viewer | null, id: string) =>
  upvote(viewer, { kind: "article", id });

/** Stores an upvote of one's own article, as older rows are: it has been refused since. */
export async function addOwnUpvote(articleId: string, { id, hasProvenEmail }: Viewer) {
  await addUpvote({ kind: "article", id: articleId }, id, { isUnproven: !hasProvenEmail });
  await addToCounts(articleId, { upvotes: 1, weightlessUpvotes: 1 });
}

/** Creates an article, by default of a new author. */
export async function addArticle(
  fields: Partial<NewArticle> & { author?: Viewer } = {},
): Promise<Article> {
  const number = next();
  const { author = await addUser(), ...given } = fields;
  const url = given.url ?? `https://example.org/works/${number}`;
  const result = await createArticle({
    title: `Title ${number}`,
    summary: `Summary ${number}`,
    category: "general",
    content: "",
    authorId: author.id,
    reviewer: author.name,
    urlKey: urlKey(url) ?? url,
    ...given,
    url,
  });
  if (!result || "existingId" in result) throw new Error(`${url} has been posted already`);
  return result.article;
}

/** The fields of a valid article, by default with a link that nobody has posted. */
export function someArticle(fields: Partial<ArticleInput> = {}): ArticleInput {
  const number = next();
  return {
    title: `Title ${number}`,
    summary: "A summary",
    url: `https://example.org/works/${number}`,
    category: "general",
    content: "",
    ...fields,
  };
}

/** The fields of a valid review, by default of a work without reviews. */
export function someReview(fields: Partial<ReviewInput> = {}): ReviewInput {
  const number = next();
  return {
    title: `Title ${number}`,
    author: "Anna Berg",
    url: `https://example.org/works/${number}`,
    rating: 4,
    category: "rates",
    review: "A text.",
    ...fields,
  };
}
