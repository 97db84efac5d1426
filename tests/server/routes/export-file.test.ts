import { beforeEach, expect, test } from "vitest";
import { loader } from "~/routes/settings/export-file";
import { makeDueExports, requestExport } from "~/services/exports/exports.server";
import { useDatabase } from "../../setup/database";
import { addSignedIn, type SignedIn } from "../../setup/people";
import { argsFor, ask, ORIGIN } from "../../setup/routes";
import { unzip } from "../../setup/unzip";

useDatabase();

let person: SignedIn;
beforeEach(async () => {
  person = await addSignedIn({ name: "Zephyrine" });
  await requestExport(person.viewer, ORIGIN);
  await makeDueExports();
});

const PATH = "/settings/data/export.zip";
const get = (method = "GET") => loader(argsFor(PATH, { method, cookie: person.cookie }));

test("the export is sent to its owner, and may not be stored by caches", async () => {
  const response = await get();
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-disposition": expect.stringMatching(
      /^attachment; filename="zephyrine-\d{4}-\d\d-\d\d\.zip"$/,
    ) as unknown,
    "content-type": "application/zip",
  });
  const archive = Buffer.from(await response.arrayBuffer());
  expect(archive.length).toBe(Number(response.headers.get("Content-Length")));
  expect([...(await unzip(archive)).keys()]).toContain("data.json");
  const head = await get("HEAD");
  expect([head.headers.get("Content-Length"), head.body]).toEqual([`${archive.length}`, null]);
});

test("the export can be downloaded again after an aborted download", async () => {
  const reader = (await get()).body!.getReader();
  await reader.read();
  await reader.cancel();
  expect((await get()).status).toBe(200);
});

test.each([
  ["a visitor to sign in, and then to the settings page", false],
  ["another user, who has none, to the settings page", true],
])("the address redirects %s", async (_, isSignedIn) => {
  const cookie = isSignedIn ? (await addSignedIn()).cookie : "";
  const { status, location } = await ask(loader, PATH, { cookie });
  expect(status).toBe(302);
  expect(location).toBe(isSignedIn ? "/settings/data" : "/login?redirectTo=/settings/data");
});
