import { mkdtempSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { contentDigest } from "../../../scripts/lib/digest.mjs";

let root: string;
const digest = () => contentDigest(root, ["app", "one.ts", "absent.ts"]);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "digest-"));
  mkdirSync(join(root, "app/routes"), { recursive: true });
  writeFileSync(join(root, "app/routes/a.ts"), "ab");
  writeFileSync(join(root, "app/routes/b.ts"), "c");
  writeFileSync(join(root, "one.ts"), "1");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("dates do not change the digest", () => {
  const before = digest();
  utimesSync(join(root, "app/routes/a.ts"), new Date(0), new Date(0));
  utimesSync(join(root, "app"), new Date(0), new Date(0));
  expect(digest()).toBe(before);
});

test.each([
  ["content, of the same length", () => writeFileSync(join(root, "app/routes/a.ts"), "xb")],
  ["an additional file, even an empty one", () => writeFileSync(join(root, "app/new.ts"), "")],
  ["a missing file", () => rmSync(join(root, "one.ts"))],
  ["a name", () => renameSync(join(root, "app/routes/a.ts"), join(root, "app/routes/aa.ts"))],
  [
    "content moved from one file to the next",
    () => {
      writeFileSync(join(root, "app/routes/a.ts"), "a");
      writeFileSync(join(root, "app/routes/b.ts"), "bc");
    },
  ],
  [
    "a file with the text of the next one's entry",
    () => {
      writeFileSync(join(root, "app/routes/a.ts"), "abapp/routes/b.ts\0c");
      rmSync(join(root, "app/routes/b.ts"));
    },
  ],
])("%s changes the digest", (_, change) => {
  const before = digest();
  change();
  expect(digest()).not.toBe(before);
});

test("files that editors leave behind do not count", () => {
  const before = digest();
  writeFileSync(join(root, "app/.DS_Store"), "x");
  writeFileSync(join(root, "app/a.ts~"), "x");
  expect(digest()).toBe(before);
});
