import { randomBytes } from "node:crypto";
import type { Viewer } from "~/domain/viewer";
import { closeSessionsOf } from "~/models/session.server";
import { releaseLock, waitForOutcome, acquireLock } from "~/models/job-lock.server";
import { hasUsers, upsertUser, type NewUser } from "~/models/user.server";
import { importContent, readContent } from "./demo-content.server";
import { recommendAsOfThen } from "./demo-recommendations.server";
import { hashPassword } from "../accounts/passwords.server";
import { recount } from "../jobs/recount.server";
import { readSampleState, writeSampleState } from "./sample-content.server";
import { holdLock, LOCK_MS } from "../jobs/hold-lock.server";

export { hasSampleContent } from "./sample-content.server";

/** Somebody of the demonstration community, with the password made for this installation. */
export interface DemonstrationAccount {
  name: string;
  email: string;
  password: string;
}

/** How many of the demonstration users can be signed in as; nobody knows the others' passwords. */
const ACCOUNTS = 3;

/**
 * Fills a database that nobody has used yet with the demonstration community; one that was left half
 * filled by a crash is filled up, and one that was filled before gets what has come to it since: the
 * prices of the days that went by, and what an earlier version of the site did not make.
 *
 * @param signal ends it half-way: what is missing then is for whoever starts next
 * @returns the accounts to tell the operator of, or `null` when there were none to make
 * @throws when it is ended half-way
 */
export async function prepareDemonstration(
  signal?: AbortSignal,
): Promise<DemonstrationAccount[] | null> {
  while (await needsPreparation()) {
    const turn = await acquireLock(TURN, LOCK_MS);
    if (turn.isMine) return workInTurn(turn.id, prepare, signal);
    // Another process is at it: what it leaves undone is for us.
    signal?.throwIfAborted();
    const { state } = await Promise.race([waitForOutcome(turn.id), endOf(signal)]);
    if (state === "done") return null;
  }
  return null;
}

/**
 * Adds the demonstration community to the database as it is, after whoever else is at it; what is there
 * of it already stays, only the passwords are made anew, and end the sessions of who has one.
 *
 * @param now what its dates are counted back from
 * @returns the accounts that can be signed in as
 */
export async function fillWithDemonstration(now = new Date()): Promise<DemonstrationAccount[]> {
  for (;;) {
    const turn = await acquireLock(TURN, LOCK_MS);
    if (turn.isMine) return workInTurn(turn.id, (signal) => fill(now, signal));
    await waitForOutcome(turn.id);
  }
}

/** What is done by one of all processes at a time. */
const TURN = "demonstration";

const needsPreparation = async () => (await readSampleState()) !== null || !(await hasUsers());

const endOf = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

async function workInTurn<Result>(
  turn: string,
  work: (signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    const result = await holdLock(turn, (holding) =>
      work(signal ? AbortSignal.any([signal, holding.signal]) : holding.signal),
    );
    await releaseLock(turn, { state: "done", result: "" });
    return result;
  } catch (error) {
    await releaseLock(turn, { state: "withdrawn" });
    throw error;
  }
}

async function prepare(signal: AbortSignal): Promise<DemonstrationAccount[] | null> {
  const state = await readSampleState();
  const isUntouched = state === null && !(await hasUsers());
  if (isUntouched || state === "filling") return fill(new Date(), signal);
  if (state === "filled") await recommendAsOfThen(new Date(), signal);
  return null;
}

async function fill(now: Date, signal: AbortSignal): Promise<DemonstrationAccount[]> {
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
      const member = await putMember({ email, name, passwordHash, isMember });
      await closeSessionsOf(member.id);
      return [key, member] as const;
    }),
  );
  signal.throwIfAborted();
  await importContent(content, new Map(members), now);
  // Hubs and works are counted from what is there now, and nobody is at it but us.
  await recount({ secondLookMs: 0, signal });
  await recommendAsOfThen(now, signal);
  await writeSampleState("filled");
  return accounts;
}

/** Puts somebody of the demonstration into the database, under another name where theirs is taken. */
async function putMember(user: NewUser): Promise<Viewer> {
  for (let number = 1; number < 100; number += 1) {
    const name = number === 1 ? user.name : `${user.name.slice(0, 18)}${number}`;
    const member = await upsertUser({ ...user, name });
    if (member) return member;
  }
  throw new Error(`every name like ${user.name} is taken`);
}
