import { beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../setup/database";
import { call, nextPath } from "../../setup/api";
import { addSignedIn, addUser, type SignedIn } from "../../setup/people";

useDatabase();

let ida: SignedIn;
beforeEach(async () => {
  ida = await addSignedIn({ name: "Ida" });
  await addUser({ name: "Mara" });
});

const change = async (
  method: "PUT" | "DELETE",
  what: string,
  token: string | undefined = ida.token,
) => call(`/api/following/${what}`, { method, token });

test("what one follows is added, listed and removed, each as often as one likes", async () => {
  for (const what of ["person/Mara", "person/mara", "hub/macro", "asset/BTC"]) {
    const response = await change("PUT", what);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ done: true });
  }
  const list = await call("/api/following?limit=2", { token: ida.token });
  expect(list.headers.get("Cache-Control")).toMatch(/^private|no-store/);
  const common = { byWriting: false, createdAt: expect.any(String) as string };
  expect(await list.json()).toEqual([
    { kind: "asset", id: "BTC", title: "Bitcoin (BTC)", ...common },
    { kind: "hub", id: "macro", title: "Macro", ...common },
  ]);
  const rest = await call(nextPath(list)!, { token: ida.token });
  expect(await rest.json()).toEqual([{ kind: "person", id: "Mara", title: "Mara", ...common }]);
  expect(nextPath(rest)).toBeNull();
  for (let i = 0; i < 2; i += 1) expect((await change("DELETE", "hub/macro")).status).toBe(200);
  const hubs = await call("/api/following?kind=hub", { token: ida.token });
  expect(await hubs.json()).toEqual([]);
});

test.each([
  ["person/Nobody", 404],
  ["person/%00", 404],
  ["people/Mara", 404],
  [`thread/${"9".repeat(5000)}`, 404],
  ["person/Ida", 403],
])("%s is a %i", async (what, status) => {
  expect((await change("PUT", what)).status).toBe(status);
});

test("nobody else sees or changes it", async () => {
  await change("PUT", "hub/macro");
  const other = await addSignedIn();
  expect(await (await call("/api/following", { token: other.token })).json()).toEqual([]);
  await change("DELETE", "hub/macro", other.token);
  expect(await (await call("/api/following", { token: ida.token })).json()).toHaveLength(1);
  expect((await call("/api/following")).status).toBe(401);
  expect((await call("/api/following/hub/macro", { method: "PUT" })).status).toBe(401);
});
