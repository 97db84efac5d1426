/** What pages say, and still show, when the database is not available. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "embedded-mongo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { topics } from "~/domain/topics";
import { PlainBrowser } from "../../setup/plain-browser";
import { startSite, type Site } from "../../setup/site";

let site: Site;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "test-failures-"));
  const database = await openEmbedded(directory);
  site = await startSite({ MONGODB_URI: database.uri("community") });
  await database.close();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const visit = (path: string) => new PlainBrowser(site.origin).open(path);

test.each([
  ["/community", "Failed to load articles. Please try again later."],
  ["/macro", "Failed to fetch reviews"],
  ["/book-nook", "Failed to fetch reviews"],
  ["/category/crypto", "Failed to fetch articles"],
  ["/momentum", "Failed to fetch momentum recommendations"],
  ["/sentiment", "Failed to fetch sentiment recommendations"],
])("%s says: %s", async (path, sentence) => {
  const page = await visit(path);
  expect(page.status).toBe(503);
  expect(page.text).toContain(sentence);
  expect(page.all("h1")).toHaveLength(1);
});

test("the research room falls back to the six topics without their counts", async () => {
  const page = await visit("/research");
  expect(page.status).toBe(200);
  for (const { title } of topics) expect(page.all("h2", title)).toHaveLength(1);
  expect(page.text).not.toContain("contributors");
});

test("the front page and the declaration are not affected", async () => {
  expect((await visit("/")).status).toBe(200);
  expect((await visit("/declaration")).status).toBe(200);
});
