import { expect, test } from "vitest";
import { grantMembership } from "~/services/accounts/admin.server";
import { recordEvent, storeCollectedEvents } from "~/services/events/events.server";
import { useDataDirectory } from "../setup/commands";
import { addUser } from "../setup/people";

const data = useDataDirectory({ isOpen: true });
const events = (...args: string[]) => data.run("events", ...args);

test("says so when there are no events", async () => {
  expect(await events()).toEqual({ code: 0, stdout: "There are no such events.\n", stderr: "" });
});

test("lists events in pages, by kind and by user", async () => {
  const [mara, ida] = [await addUser({ name: "Mara" }), await addUser({ name: "Ida" })];
  for (const { id: user } of [mara, ida, mara]) {
    recordEvent({ kind: "sign-out", user }, { address: "192.0.2.7", requestId: "r1" });
    await storeCollectedEvents();
  }
  await grantMembership("mara@example.org", true);
  await storeCollectedEvents();
  const all = await events();
  expect(all.code).toBe(0);
  const lines = all.stdout.trim().split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain(`membership-changed  user=${mara.id}  {"isMember":true`);
  expect(lines[3]).toMatch(
    /^20\S+Z {2}sign-out {2}user=\w{24} {2}from=192\.0\.2\.7 {2}request=r1$/,
  );
  const count = async (...args: string[]) => (await events(...args)).stdout.match(/user=/g)?.length;
  expect(await count("--kind", "sign-out")).toBe(3);
  expect(await count("--user", mara.id)).toBe(3);
  expect(await count("--user", "Mara@example.org", "--kind", "sign-out")).toBe(2);
  const page = await events("--limit", "3");
  const [, before = ""] = /^Earlier events: --before ([0-9a-f]{24})$/m.exec(page.stdout) ?? [];
  expect((await events("--limit", "3", "--before", before)).stdout.trim()).toBe(lines[3]);
});

test("lists the events that another command recorded", async () => {
  await addUser({ name: "Mara" });
  expect((await data.run("user", "grant", "mara@example.org", "member")).code).toBe(0);
  expect((await events("--kind", "membership-changed")).stdout).toContain('"by":"operator"');
});

test.each([
  [["--kind", "none"]],
  [["--limit", "0"]],
  [["--limit", "1001"]],
  [["--before"]],
  [["--user", "Mara"]],
  [["list"]],
])("prints its usage for the invalid arguments %o", async (args) => {
  const { code, stderr } = await events(...args);
  expect(code).toBe(2);
  expect(stderr).toContain("Usage:");
});

test("fails when no account has the given email", async () => {
  const { code, stderr } = await events("--user", "nobody@example.org");
  expect([code, stderr]).toEqual([1, "User nobody@example.org not found\n"]);
});
