/** `/settings/data/export.zip`: who may download it, and its response. */
import { beforeEach, describe, expect, test } from "vitest";
import { loader } from "~/routes/settings/export-file";
import { makeDueExports } from "~/services/exports/make-exports.server";
import { requestExport } from "~/services/exports/exports.server";
import { useDatabase } from "../../setup/database";
import { addSignedIn, type SignedIn } from "../../setup/people";
import { unzip } from "../../setup/unzip";

useDatabase();

const ORIGIN = "https://site.example";
const PATH = "/settings/data/export.zip";

let person: SignedIn;
beforeEach(async () => {
  person = await addSignedIn({ name: "Zephyrine" });
});

async function makeCopy() {
  await requestExport(person.viewer, ORIGIN);
  await makeDueExports();
}

async function get(cookie: string, method = "GET"): Promise<Response> {
  const request = new Request(ORIGIN + PATH, { method, headers: { Cookie: cookie } });
  const context = { clientAddress: "192.0.2.1", requestId: "1", nonce: "" };
  return loader({ request, params: {}, context } as never).catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown;
    throw thrown;
  });
}

describe("the export", () => {
  test("is sent to its owner, and may not be stored by caches", async () => {
    await makeCopy();
    const response = await get(person.cookie);
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
  });

  test("has no body for HEAD", async () => {
    await makeCopy();
    const response = await get(person.cookie, "HEAD");
    expect(response.headers.get("Content-Length")).toMatch(/^\d+$/);
    expect(response.body).toBeNull();
  });

  test("can be downloaded again after an aborted download", async () => {
    await makeCopy();
    const response = await get(person.cookie);
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
    expect((await get(person.cookie)).status).toBe(200);
  });

  test("redirects a visitor to sign in, and then to the settings page", async () => {
    await makeCopy();
    const response = await get("");
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe("/login?redirectTo=/settings/data");
  });

  test("is not sent to another user", async () => {
    await makeCopy();
    const response = await get((await addSignedIn()).cookie);
    expect(response.headers.get("Location")).toBe("/settings/data");
  });

  test("redirects to the settings page if there is none", async () => {
    expect((await get(person.cookie)).headers.get("Location")).toBe("/settings/data");
  });
});
