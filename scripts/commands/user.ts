/** `npm run user`: lists users, and manages memberships, lost passwords and factors, and deletions. */
import { randomBytes } from "node:crypto";
import { roles, type Role } from "~/domain/permissions";
import { DELETED_ACCOUNT_NAME } from "~/domain/person-path";
import { deleteAccount, readAccount } from "~/services/account-deletion/account-deletion.server";
import { ServiceError } from "~/services/errors";
import type { ContentCounts } from "~/services/feature";
import {
  changePassword,
  findUserByEmail,
  grantMembership,
  listNewestUsers,
  removeFactorsByEmail,
} from "~/services/accounts/admin.server";
import { setRoleOf } from "~/services/moderation/roles.server";
import { plural } from "~/utils/format";
import { askToConfirm, NOT_CONFIRMED } from "../lib/confirm.mjs";
import { printFromDatabase, type Command, type CommandContext } from "../lib/command";

const USAGE = `Usage:
  npm run user -- list                    the newest 100 users
  npm run user -- grant EMAIL member      makes a user a member of the organisation
  npm run user -- revoke EMAIL member     ends the membership
  npm run user -- grant EMAIL moderator   makes a user a moderator; also: administrator
  npm run user -- revoke EMAIL moderator  ends that; also: administrator
  npm run user -- password EMAIL          sets a random password and prints it once; ends all sessions
  npm run user -- factor EMAIL            removes a lost second factor and all passkeys
  npm run user -- delete EMAIL            deletes an account; its content stays, without the name
  npm run user -- delete EMAIL --with-writings
                                          deletes an account with its content
Deleting asks for confirmation, unless --yes is at the end.`;

/** @returns the action that the command line requests, or `null` if it is invalid */
function parse({ args, print }: CommandContext): (() => Promise<string>) | null {
  const isSaid = args[0] === "delete" && args.at(-1) === "--yes";
  const [act, email, role, ...rest] = isSaid ? args.slice(0, -1) : args;
  if (rest.length) return null;
  if (act === "list" && email === undefined) return list;
  if (!email?.includes("@")) return null;
  if (act === "password" && role === undefined) return () => renewPassword(email);
  if (act === "factor" && role === undefined) return () => removeFactors(email);
  if ((act === "grant" || act === "revoke") && role === "member") {
    return () => setMembership(email, act === "grant");
  }
  if ((act === "grant" || act === "revoke") && isRole(role)) {
    return () => changeRole(email, role, act === "grant");
  }
  if (act === "delete" && (role === undefined || role === "--with-writings")) {
    return () => remove({ email, withContent: role !== undefined, isConfirmed: isSaid, print });
  }
  return null;
}

const isRole = (word: string | undefined): word is Role =>
  (roles as readonly (string | undefined)[]).includes(word);

async function list() {
  const users = await listNewestUsers(100);
  return users
    .map(({ email, name, isMember, role = "", createdAt }) =>
      [
        createdAt.toISOString().slice(0, 10),
        isMember ? "member" : "      ",
        role.padEnd("administrator".length),
        email,
        name,
      ].join("  "),
    )
    .join("\n");
}

async function setMembership(email: string, isMember: boolean) {
  const { name } = await grantMembership(email, isMember);
  return `${name} is ${isMember ? "now" : "no longer"} a member`;
}

/** Of the two roles, an account has one: granting one replaces the other, and only the one it has can be revoked. */
async function changeRole(email: string, role: Role, isGranted: boolean) {
  const { id, name, role: former } = await findUserByEmail(email);
  if (!isGranted && former !== role) return `${name} is no ${role}`;
  await setRoleOf("operator", id, isGranted ? role : null);
  const article = role === "administrator" ? "an" : "a";
  return isGranted
    ? `${name} is now ${article} ${role}`
    : `${name} is no longer ${article} ${role}`;
}

async function renewPassword(email: string) {
  const password = `${randomBytes(16).toString("base64url")}!`;
  const { name } = await changePassword(email, password);
  return `New password of ${name}:  ${password}`;
}

async function removeFactors(email: string) {
  const { user, hadSecondFactor, passkeys } = await removeFactorsByEmail(email);
  if (!hadSecondFactor && !passkeys) return `${user.name} has no second factor and no passkey`;
  const factor = hadSecondFactor ? "the second factor and " : "";
  return `Removed ${factor}${plural(passkeys, "passkey")} of ${user.name}: the password alone signs in now`;
}

const writings = ({ articles, reviews, comments }: ContentCounts) =>
  [plural(articles, "article"), plural(reviews, "review"), plural(comments, "comment")].join(", ");

interface Removal {
  email: string;
  withContent: boolean;
  isConfirmed: boolean;
  print: CommandContext["print"];
}

async function remove({ email, withContent, isConfirmed, print }: Removal) {
  const account = await readAccount(email);
  const { name, has } = account;
  print(`${name} (${account.email}): ${writings(has)}, ${plural(has.upvotes, "upvote")}`);
  const along = plural(account.commentsByOthers, "comment");
  print(
    withContent
      ? `All of this will be deleted, with ${along} by others on these articles.`
      : `The account and its upvotes will be deleted. The rest stays, under the name “${DELETED_ACCOUNT_NAME}”.`,
  );
  if (!(await askToConfirm(isConfirmed, account.email)))
    throw new ServiceError("invalid", NOT_CONFIRMED);
  const { done } = await deleteAccount(email, { withContent });
  return [
    `Deleted the account of ${name}, and ${plural(done.upvotes, "upvote")}`,
    `${withContent ? "Removed" : "Kept without the name"}: ${writings(done)}`,
  ].join("\n");
}

export const run: Command = async (context) => {
  const act = parse(context);
  if (act) return printFromDatabase(context, act);
  context.printError(USAGE);
  return 2;
};
