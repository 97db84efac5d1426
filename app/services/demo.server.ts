import { randomBytes } from "node:crypto";
import type { Viewer } from "~/domain/viewer";
import { takeLease } from "~/models/lease.server";
import { anyUser, putUser, type NewUser } from "~/models/user.server";
import { importContent, readContent } from "./demo-content.server";
import { hashPassword } from "./passwords.server";
import { recount } from "./recount.server";
import { readSampleState, writeSampleState } from "./sample-content.server";

export { hasSampleContent } from "./sample-content.server";

/** Somebody of the demonstration community, with the password made for this installation. */
export interface DemonstrationAccount {
  name: string;
  email: string;
  password: string;
}

/** How many of the demonstration users can be signed in as; nobody knows the others' passwords. */
const ACCOUNTS = 3;
/** Longer than filling takes: another process that starts meanwhile leaves it to this one. */
const FILLING_MS = 60_000;

/**
 * Fills a database that nobody has used yet with the demonstration community; one that was left half
 * filled by a crash is filled up.
 *
 * @returns the accounts to tell the operator of, or `null` when there was nothing to do
 */
export async function prepareDemonstration(): Promise<DemonstrationAccount[] | null> {
  const state = await readSampleState();
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
  await writeSampleState("filling");
  const { people, ...content } = await readContent();
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
      const isMember = content.membership.members.includes(key);
      return [key, await putMember({ email, name, passwordHash, isMember })] as const;
    }),
  );
  await importContent(content, new Map(members), now);
  // Hubs and works are counted from what is there now, and nobody is at it but us.
  await recount({ secondLookMs: 0 });
  await writeSampleState("filled");
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
