/** `npm run user`: who is a member, and who has forgotten a password. */
import { randomBytes } from "node:crypto";
import { environment } from "~/config/env.server";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { Refusal } from "~/services/errors";
import { changePassword, grantMembership, newestUsers } from "~/services/operator.server";

const USAGE = `Usage:
  npm run user -- list                    the newest 100 users
  npm run user -- grant EMAIL member      makes somebody a member of the organisation
  npm run user -- revoke EMAIL member     takes that back
  npm run user -- password EMAIL          a new password, made at random and told once; ends all sessions`;

/** What a command line asks for, or `null` when it makes no sense. */
function parse([act, email, role, ...rest]: string[]): (() => Promise<string>) | null {
  if (rest.length) return null;
  if (act === "list" && email === undefined) return list;
  if (!email?.includes("@")) return null;
  if (act === "password" && role === undefined) return () => renewPassword(email);
  if ((act === "grant" || act === "revoke") && role === "member") {
    return () => setMembership(email, act === "grant");
  }
  return null;
}

async function list() {
  const users = await newestUsers(100);
  return users
    .map(({ email, name, isMember, createdAt }) =>
      [createdAt.toISOString().slice(0, 10), isMember ? "member" : "      ", email, name].join(
        "  ",
      ),
    )
    .join("\n");
}

async function setMembership(email: string, isMember: boolean) {
  const { name } = await grantMembership(email, isMember);
  return `${name} is ${isMember ? "now" : "no longer"} a member`;
}

async function renewPassword(email: string) {
  const password = `${randomBytes(12).toString("base64url")}!`;
  const { name } = await changePassword(email, password);
  return `${name} signs in with  ${password}`;
}

const work = parse(process.argv.slice(2));
if (!work) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  await startDatabase(environment());
  try {
    console.log(await work());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await closeDatabase();
  }
}
