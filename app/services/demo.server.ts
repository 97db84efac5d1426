import { createHash, randomBytes } from "node:crypto";
import type { Viewer } from "~/domain/viewer";
import { importArticles } from "~/models/article.server";
import { importComments } from "~/models/comment.server";
import { readFact, writeFact } from "~/models/fact.server";
import { takeLease } from "~/models/lease.server";
import { importUpvotes } from "~/models/upvote.server";
import { anyUser, putUser, type NewUser } from "~/models/user.server";
import { urlKey } from "./links.server";
import { hashPassword } from "./passwords.server";

/** Somebody of the demonstration community, with the password made for this installation. */
export interface DemonstrationAccount {
  name: string;
  email: string;
  password: string;
}

/** How many of the demonstration users can be signed in as; nobody knows the others' passwords. */
const ACCOUNTS = 3;
const DAY_MS = 86_400_000;
/** Longer than filling takes: another process that starts meanwhile leaves it to this one. */
const FILLING_MS = 60_000;
const SAMPLE = "sample content";

/**
 * Fills a database that nobody has used yet with the demonstration community; one that was left half
 * filled by a crash is filled up.
 *
 * @returns the accounts to tell the operator of, or `null` when there was nothing to do
 */
export async function prepareDemonstration(): Promise<DemonstrationAccount[] | null> {
  const state = await readFact(SAMPLE);
  const isUntouched = state === null && !(await anyUser());
  if (!isUntouched && state !== "filling") return null;
  if (!(await takeLease("demonstration", FILLING_MS))) return null;
  return fillWithDemonstration();
}

/**
 * Adds the demonstration community to the database as it is; what is there of it already stays, only
 * the passwords are made anew.
 *
 * @param now what its dates are counted back from
 * @returns the accounts that can be signed in as
 */
export async function fillWithDemonstration(now = new Date()): Promise<DemonstrationAccount[]> {
  await writeFact(SAMPLE, "filling");
  const { people, works } = await readContent();
  const accounts = people.slice(0, ACCOUNTS).map(({ name, email }) => ({
    name,
    email,
    password: `${randomBytes(9).toString("base64url")}!`,
  }));
  const unknown = await hashPassword(randomBytes(32).toString("base64url"));
  const members = await Promise.all(
    people.map(async ({ key, name, email }, i) => {
      const account = accounts[i];
      const passwordHash = account ? await hashPassword(account.password) : unknown;
      return [key, await putMember({ email, name, passwordHash })] as const;
    }),
  );
  await importWorks(works, new Map(members), now);
  await writeFact(SAMPLE, "filled");
  return accounts;
}

/** Puts somebody of the demonstration into the database, under another name where theirs is taken. */
async function putMember(user: NewUser): Promise<Viewer> {
  for (let number = 1; number < 100; number += 1) {
    const name = number === 1 ? user.name : `${user.name.slice(0, 18)}${number}`;
    const member = await putUser({ ...user, name });
    if (member) return member;
  }
  throw new Error(`every name like ${user.name} is taken`);
}

type Content = Awaited<ReturnType<typeof readContent>>;

async function readContent() {
  const [people, works] = await Promise.all([
    import("../../content/demo/users.json"),
    import("../../content/demo/articles.json"),
  ]);
  return { people: people.default, works: works.default };
}

async function importWorks(
  works: Content["works"],
  members: ReadonlyMap<string, { id: string; name: string }>,
  now: Date,
) {
  const member = (key: string) => {
    const found = members.get(key);
    if (!found) throw new Error(`the demonstration has nobody called ${key}`);
    return found;
  };
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);

  await importArticles(
    works.map(({ key, title, summary, url, category, content, views, ...work }) => ({
      ...{ title, summary, url, category, content, views },
      id: idOf("article", key),
      urlKey: urlKey(url) ?? url,
      authorId: member(work.author).id,
      reviewer: member(work.author).name,
      createdAt: daysAgo(work.daysAgo),
      upvotes: work.upvotedBy.length,
      commentCount: work.comments.length,
      commentsByOthers: work.comments.filter(({ author }) => author !== work.author).length,
    })),
  );
  await importUpvotes(
    works.flatMap(({ key, upvotedBy, daysAgo: age }) =>
      upvotedBy.map((user, i) => ({
        articleId: idOf("article", key),
        userId: member(user).id,
        // After the article and before now, one after the other.
        createdAt: daysAgo(age * (1 - (i + 1) / (upvotedBy.length + 1))),
      })),
    ),
  );
  await importComments(
    works.flatMap(({ key, comments }) =>
      comments.map(({ author, content, daysAgo: age }, i) => ({
        id: idOf("comment", `${key} ${i}`),
        articleId: idOf("article", key),
        authorId: member(author).id,
        username: member(author).name,
        content,
        createdAt: daysAgo(age),
      })),
    ),
  );
}

/** An id that is the same each time, so that filling twice changes nothing. */
const idOf = (kind: string, key: string) =>
  createHash("sha256").update(`${kind} ${key}`).digest("hex").slice(0, 24);

let isSample = false;
let askedAt = 0;

/** @returns whether the database holds sample content, as known within the last minute */
export async function hasSampleContent(): Promise<boolean> {
  if (!isSample && Date.now() - askedAt > 60_000) {
    askedAt = Date.now();
    isSample = (await readFact(SAMPLE)) !== null;
  }
  return isSample;
}
