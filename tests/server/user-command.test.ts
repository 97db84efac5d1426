import { subDays } from "date-fns/subDays";
import { describe, expect, test } from "vitest";
import { addPasskey } from "~/models/passkey.server";
import { closeDatabase } from "~/models/connection.server";
import { findUser } from "~/models/user.server";
import { authenticate } from "~/services/accounts/accounts.server";
import { readArticle } from "~/services/articles/articles.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { useDataDirectory, type Ended } from "../setup/commands";
import { addArticle, addUser, logIn, PASSWORD, signUpSomebody } from "../setup/people";
import { addSecondFactor } from "../setup/second-factor";

const data = useDataDirectory({ isOpen: true });
const user = (...args: string[]) => data.run("user", ...args);

const isMember = async (id: string) => (await findUser(id))?.isMember;
const canSignIn = async (email: string, password: string) =>
  (await logIn(email, password)) === "done";

/** The password that the command printed, in a line such as "New password of Mara:  …". */
function toldPassword({ code, stdout }: Ended, name: string): string {
  expect(code).toBe(0);
  const [, password = ""] = /^New password of \w+: {2}(\S+)\n$/.exec(stdout) ?? [];
  expect(stdout).toContain(name);
  expect(password.length).toBeGreaterThanOrEqual(16);
  return password;
}

describe("the command", () => {
  test("grants and revokes membership, also while no other process has the data open", async () => {
    const mara = await addUser({ name: "Mara" });
    await closeDatabase();
    expect(await user("grant", "MARA@Example.org", "member")).toEqual({
      code: 0,
      stdout: "Mara is now a member\n",
      stderr: "",
    });
    await data.open();
    expect(await isMember(mara.id)).toBe(true);
    expect(await user("revoke", "mara@example.org", "member")).toEqual({
      code: 0,
      stdout: "Mara is no longer a member\n",
      stderr: "",
    });
    expect(await isMember(mara.id)).toBe(false);
  });

  test("sets a different password on each run", async () => {
    const { email } = await signUpSomebody({ name: "Mara" });
    const first = toldPassword(await user("password", email), "Mara");
    const second = toldPassword(await user("password", email), "Mara");
    expect(second).not.toBe(first);
    expect(await canSignIn(email, first)).toBe(false);
    expect(await canSignIn(email, second)).toBe(true);
  });

  test("removes a lost second factor and the passkeys, and says so when there are none", async () => {
    const { email, viewer } = await signUpSomebody({ name: "Mara" });
    await addSecondFactor(viewer);
    const key = { credentialId: "credential", publicKey: "key", counter: 0, transports: [] };
    await addPasskey({ ...key, userId: viewer.id, name: "My phone" });
    expect(await canSignIn(email, PASSWORD)).toBe(false);
    expect(await user("factor", email.toUpperCase())).toEqual({
      code: 0,
      stdout: "Removed the second factor and 1 passkey of Mara: the password alone signs in now\n",
      stderr: "",
    });
    expect(await user("factor", email)).toEqual({
      code: 0,
      stdout: "Mara has no second factor and no passkey\n",
      stderr: "",
    });
    expect(await canSignIn(email, PASSWORD)).toBe(true);
  });

  test("lists the newest users first and marks members, without passwords", async () => {
    expect(await user("list")).toEqual({ code: 0, stdout: "\n", stderr: "" });
    await addUser({ name: "Mara" });
    await addUser({ name: "Ida", isMember: true });
    const { code, stdout } = await user("list");
    expect(code).toBe(0);
    const day = subDays(new Date(), 30).toISOString().slice(0, 10);
    const noRole = " ".repeat("administrator".length);
    expect(stdout.split("\n")).toEqual([
      `${day}  member  ${noRole}  ida@example.org  Ida`,
      `${day}          ${noRole}  mara@example.org  Mara`,
      "",
    ]);
  });

  test("gives roles, lists them and takes them away", async () => {
    await addUser({ name: "Mara" });
    const told = async (...words: string[]) => (await user(...words)).stdout.trim();
    const email = "mara@example.org";
    expect(await told("grant", email, "moderator")).toBe("Mara is now a moderator");
    expect(await told("grant", email, "administrator")).toBe("Mara is now an administrator");
    expect(await told("list")).toContain("  administrator  mara@example.org");
    expect(await told("revoke", email, "moderator")).toBe("Mara is no moderator");
    expect(await told("revoke", email, "administrator")).toBe("Mara is no longer an administrator");
    expect(await told("list")).not.toContain("administrator");
  });
});

describe("deletes an account", () => {
  test("only with --yes, and lists what the account has and what was removed", async () => {
    const mara = await addUser({ name: "Mara" });
    const { id } = await addArticle({ author: mara });
    await commentOnArticle(await addUser({ name: "Ida" }), id, { content: "Yes." });
    await commentOnArticle(mara, id, { content: "Why?" });
    const before = "Mara (mara@example.org): 1 article, 0 reviews, 1 comment, 0 upvotes\n";
    const question =
      "The account and its upvotes will be deleted. The rest stays, under the name “Deleted account”.\n";
    // Without a terminal the command cannot ask for confirmation.
    const unsaid = await user("delete", "mara@example.org");
    expect(unsaid).toMatchObject({ code: 1, stdout: before + question });
    expect(unsaid.stderr).toContain("--yes");
    expect(await user("delete", "Mara@example.org", "--yes")).toEqual({
      code: 0,
      stdout: `${before}${question}Deleted the account of Mara, and 0 upvotes
Kept without the name: 1 article, 0 reviews, 1 comment
`,
      stderr: "",
    });
    expect((await user("delete", "mara@example.org", "--yes")).stderr).toBe(
      "User mara@example.org not found\n",
    );
  });

  test("with all its content", async () => {
    const { viewer, email, token } = await signUpSomebody({ name: "Mara" });
    const { id } = await addArticle({ author: viewer });
    await commentOnArticle(await addUser({ name: "Ida" }), id, { content: "Yes." });
    const { stdout } = await user("delete", email, "--with-writings", "--yes");
    expect(stdout).toContain(
      "All of this will be deleted, with 1 comment by others on these articles.\n",
    );
    expect(stdout).toContain("Removed: 1 article, 0 reviews, 0 comments\n");
    expect(await authenticate(token, "token")).toBeNull();
    await expect(readArticle(id)).rejects.toMatchObject({ kind: "notFound" });
  });
});

test("prints its usage for invalid arguments", async () => {
  for (const line of [
    ...["", "nothing", "list mara@example.org", "grant", "grant mara@example.org"],
    ...["grant mara@example.org owner", "grant Mara member", "password", "delete"],
    ...["revoke mara@example.org member ida@example.org", "password mara@example.org secret"],
    ...["delete Mara --yes", "delete mara@example.org everything"],
    ...["delete mara@example.org --yes --with-writings", "grant mara@example.org member --yes"],
  ]) {
    const { code, stdout, stderr } = await user(...line.split(" ").filter(Boolean));
    expect({ code, stdout }, line).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("npm run user -- grant EMAIL member");
  }
});

test("refuses an email that no account has", async () => {
  for (const line of [
    ...["grant ida@example.org member", "revoke ida@example.org member"],
    ...["password ida@example.org", "factor ida@example.org", "delete ida@example.org --yes"],
  ]) {
    const stderr = "User ida@example.org not found\n";
    expect(await user(...line.split(" ")), line).toEqual({ code: 1, stdout: "", stderr });
  }
});
