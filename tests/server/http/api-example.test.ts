/** The first example on the page about the API, run as it would be copied from there. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importReviews } from "~/models/review.server";
import { collection } from "../../setup/database";
import { numbersOf, reviewRow } from "../../setup/rows";
import { useSharedSite, useSiteDatabase } from "../../setup/site";

const site = useSharedSite("empty");
useSiteDatabase(site);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "test-example-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  // Other files share the site.
  await collection("reviews").deleteMany({ createdAt: { $lt: FIRST_OF_OTHERS } });
});

const REVIEWS = 1005;
const FIRST_OF_OTHERS = new Date(REVIEWS);

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

async function firstExample(): Promise<string> {
  const html = await (await fetch(`${site().origin}/api`)).text();
  const [, code = ""] = /<pre[^>]*><code>([^]*?)<\/code>/.exec(html) ?? [];
  return code.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}

const inBash = (script: string) =>
  promisify(execFile)("bash", ["-c", script], { cwd: directory, maxBuffer: 16 * 1024 * 1024 });

test("reads a whole list, page by page", async () => {
  await importReviews(
    Array.from({ length: REVIEWS }, (_, i) => reviewRow(i + 1, { createdAt: new Date(i) })),
  );
  const script = await firstExample();
  expect(script).toContain(`${site().origin}/api/reviews?limit=1000`);
  const { stdout, stderr } = await inBash(script);
  expect(stderr).toBe("");
  const pages = stdout.replaceAll("][", "]\n[").split("\n");
  const reviews = pages.flatMap((page) => JSON.parse(page) as { id: string }[]);
  expect(pages).toHaveLength(2);
  const own = numbersOf(reviews).filter((number) => number <= REVIEWS);
  expect(new Set(own).size).toBe(REVIEWS);
});

test("ends when a page cannot be fetched", async () => {
  const script = await firstExample();
  const nowhere = script.replace("/api/reviews", "/api/nothing");
  const { stdout, stderr } = await inBash(nowhere);
  expect(stdout).toBe("");
  expect(stderr).toContain("404");
  // It ends as well when headers.txt still has the link from an earlier page.
  const stopped = script.replace(site().origin, "http://127.0.0.1:1");
  const { stderr: reason } = await inBash(
    `printf 'link: <http://127.0.0.1:1/>; rel="next"\\r\\n' > headers.txt; ${stopped}`,
  );
  expect(reason).toMatch(/connect/i);
});
