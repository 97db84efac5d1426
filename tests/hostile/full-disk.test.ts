/** A full disk: writes are refused with a message, reads still work, and writes work again when there is space. */
import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import mongoose from "mongoose";
import { beforeAll, expect, test } from "vitest";
import { closeDatabase, startDatabase } from "~/models/connection.server";
import { addArticle, addSignedIn, type SignedIn } from "../setup/people";
import { makeDataDir, startSite, type Site } from "../setup/site";
import { directories } from "../setup/started-sites";

const UNAVAILABLE = "This is not available just now. Please try again in a few minutes.";
/** The interval in which views are counted. */
const VIEWS_BATCH_MS = 1_000;
/** The smaller of the two block sizes that shells use for `ulimit`. */
const BLOCK_BYTES = 512;

let site: Site;
let member: SignedIn;
let articleId: string;

beforeAll(async () => {
  const dataDir = await makeDataDir();
  await startDatabase({ DATA_DIR: dataDir, MONGODB_URI: undefined });
  member = await addSignedIn();
  articleId = (await addArticle()).id;
  await closeDatabase();
  const { size } = statSync(join(dataDir, "db/data.mdb"));
  const mostFileBlocks = Math.ceil((size + 400_000) / BLOCK_BYTES);
  site = await startSite({ LOG_LEVEL: "warn", TRUST_PROXY: "1" }, { dataDir, mostFileBlocks });
});

const commentByForm = () =>
  fetch(`${site.origin}/article/${articleId}`, {
    method: "POST",
    headers: { Cookie: member.cookie, Origin: site.origin },
    body: new URLSearchParams({ intent: "comment", content: `Typed ${"y".repeat(4000)}` }),
  });

const comment = (content = "x".repeat(4000)) =>
  fetch(`${site.origin}/api/articles/${articleId}/comments`, {
    method: "POST",
    headers: { Authorization: `Bearer ${member.token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ content }),
  });

async function status(path: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(site.origin + path, { headers });
  await response.body?.cancel();
  return response.status;
}

/** Repeats a post until it is refused. @returns the refusal */
async function fill(post: () => Promise<Response>): Promise<Response> {
  for (let count = 0; count < 5000; count += 1) {
    const response = await post();
    if (!response.ok) return response;
    await response.body?.cancel();
  }
  throw new Error("the disk did not get full");
}

/** Visits a page until its views cannot be stored: they are so small that some still fit when a comment does not. */
async function viewUntilUncounted(page: string): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const visits = Array.from({ length: 240 }, (_, visitor) =>
      status(page, {
        "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
        "X-Forwarded-For": `198.18.${round}.${visitor}`,
      }),
    );
    expect(new Set(await Promise.all(visits))).toEqual(new Set([200]));
    await delay(VIEWS_BATCH_MS);
    if (site.logs().includes("views could not be counted")) return;
  }
  throw new Error("all views could be counted");
}

test("API calls that write are refused with 503 and a message, and reads still work for everyone", async () => {
  const refusal = await fill(comment);
  expect([refusal.status, refusal.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(await refusal.text()).toContain(UNAVAILABLE);

  const page = `/article/${articleId}`;
  await viewUntilUncounted(page);
  for (const path of ["/", "/community", page, "/api/articles", "/healthz", "/readyz"]) {
    expect([path, await status(path)]).toEqual([path, 200]);
  }
  expect(await status("/community", { Cookie: member.cookie })).toBe(200);
  expect(site.logs()).toMatch(/(no space left|disk is full)/);
});

test("a form is refused with 503, a message and what was typed", async () => {
  // The database reuses pages that readers have released, so some more comments may fit.
  const response = await fill(commentByForm);
  expect(response.status).toBe(503);
  const text = await response.text();
  for (const said of ["Failed to post comment.", "Typed yyyy"]) {
    expect([said, text.includes(said)]).toEqual([said, true]);
  }
});

test("a site that starts on a full disk exits with a message", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "test-site-"));
  directories.add(dataDir);
  await expect(startSite({}, { dataDir, mostFileBlocks: 64 })).rejects.toThrow(
    /ended while it was starting:\nThe database cannot be opened: there is no space left for \S+: free some on its disk\n$/,
  );
});

const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0;

test.skipIf(!hasPrlimit)("freed space is used without a restart", async () => {
  execFileSync("prlimit", ["--pid", String(site.pid), "--fsize=unlimited"]);
  await expect.poll(async () => (await comment("Again.")).status).toBe(201);
  // Comments whose counter could not be updated are counted after the next start.
  const { dataDir } = site;
  expect(await site.stop()).toBe(0);
  site = await startSite({}, { dataDir });
  await startDatabase({ DATA_DIR: site.dataDir, MONGODB_URI: undefined });
  const article = new mongoose.Types.ObjectId(articleId);
  const count = async () => {
    const row = await mongoose.connection.collection("articles").findOne({ _id: article });
    const actual = await mongoose.connection.collection("comments").countDocuments({ article });
    return (row?.commentCount as number) - actual;
  };
  await expect.poll(count).toBe(0);
  await closeDatabase();
  expect(await site.stop()).toBe(0);
});
