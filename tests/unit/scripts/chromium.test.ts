import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chromiumArgs, findChromium } from "../../../scripts/lib/chromium.mjs";

let root: string;
let env: Record<string, string>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "browsers-"));
  env = { PATH: [join(root, "a"), join(root, "b")].join(delimiter), HOME: join(root, "home") };
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Creates a fake browser, or a program that cannot start. */
function program(name: string, { works = true } = {}) {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, works ? "#!/bin/sh\necho Chromium 1.2.3\n" : "#!/bin/sh\nexit 127\n");
  chmodSync(path, 0o755);
  return path;
}

const find = () => findChromium({ env });
const cached = (version: number) =>
  `home/.cache/ms-playwright/chromium-${version}/chrome-linux64/chrome`;

test("uses the configured one if there is one", async () => {
  program("a/chromium");
  env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH = program("second");
  expect(await find()).toBe(env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH);
  env.CHROMIUM_PATH = program("first");
  expect(await find()).toBe(env.CHROMIUM_PATH);
});

test("prefers the system's to Playwright's, and Chromium to other names", async () => {
  const playwrights = program(cached(9));
  expect(await find()).toBe(playwrights);
  const chrome = program("a/google-chrome");
  expect(await find()).toBe(chrome);
  const chromium = program("b/chromium");
  expect(await find()).toBe(chromium);
});

test("prefers the headless shell, wherever it is, to a browser with windows", async () => {
  program("a/chromium");
  const playwrights = program(
    "home/.cache/ms-playwright/chromium_headless_shell-9/chrome-linux/headless_shell",
  );
  expect(await find()).toBe(playwrights);
  const shell = program("b/chromium-headless-shell");
  expect(await find()).toBe(shell);
});

test("uses the newest that Playwright has installed", async () => {
  program(cached(999));
  const newest = program(cached(1100));
  expect(await find()).toBe(newest);
});

test("skips programs that do not start", async () => {
  env.CHROMIUM_PATH = join(root, "nowhere");
  program("a/chromium", { works: false });
  mkdirSync(join(root, "b/chromium"), { recursive: true });
  const works = program("b/google-chrome");
  expect(await find()).toBe(works);
});

test("finds nothing if there is none", async () => {
  expect(await findChromium({ env, works: async (path) => path.startsWith(root) })).toBeUndefined();
});

test("disables the sandbox for root only", () => {
  expect(chromiumArgs({ root: true })).toContain("--no-sandbox");
  expect(chromiumArgs({ root: false })).not.toContain("--no-sandbox");
});
