import { randomBytes } from "node:crypto";
import type { Viewer } from "~/domain/viewer";
import { endTurn, outcomeOfTurn, takeTurn } from "~/models/turn.server";
import { anyUser, putUser, type NewUser } from "~/models/user.server";
import { importContent, readContent } from "./demo-content.server";
import { recommendAsOfThen } from "./demo-recommendations.server";
import { hashPassword } from "./passwords.server";
import { recount } from "./recount.server";
import { readSampleState, writeSampleState } from "./sample-content.server";
import { holdTurn, TURN_MS } from "./turns.server";

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
 * @returns the accounts to tell the operator of, or `null` when there were none to make
 */
export async function prepareDemonstration(): Promise<DemonstrationAccount[] | null> {
  while (await needsPreparation()) {
    const turn = await takeTurn("demonstration", TURN_MS);
    if (turn.isMine) return prepareInTurn(turn.id);
    // Another process is at it: what it leaves undone is for us.
    const { state } = await outcomeOfTurn(turn.id);
    if (state === "done") return null;
  }
  return null;
}

const needsPreparation = async () => (await readSampleState()) !== null || !(await anyUser());

async function prepareInTurn(turn: string): Promise<DemonstrationAccount[] | null> {
  try {
    const accounts = await holdTurn(turn, prepare);
    await endTurn(turn, { state: "done", result: "" });
    return accounts;
  } catch (error) {
    await endTurn(turn, { state: "withdrawn" });
    throw error;
  }
}

async function prepare(): Promise<DemonstrationAccount[] | null> {
  const state = await readSampleState();
  const isUntouched = state === null && !(await anyUser());
  if (isUntouched || state === "filling") return fillWithDemonstration();
  if (state === "filled") await recommendAsOfThen(new Date());
  return null;
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
  await recommendAsOfThen(now);
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
