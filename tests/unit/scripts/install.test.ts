import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isInstalled, satisfies } from "../../../scripts/lib/install.mjs";

describe("the installed packages satisfy the lockfile", () => {
  const a = { version: "1.0.0", integrity: "sha512-a" };

  test("if every package is installed as locked", () => {
    expect(satisfies({ "node_modules/a": a }, { "": {}, "node_modules/a": { ...a } })).toBe(true);
  });

  test.each([
    ["another version", { ...a, version: "1.0.1" }],
    ["other contents of the same version", { ...a, integrity: "sha512-b" }],
    ["a link instead of a package", { ...a, link: true }],
  ])("not with %s", (_, have) => {
    expect(satisfies({ "node_modules/a": have }, { "node_modules/a": a })).toBe(false);
  });

  test("not if one is absent, as development packages are in production", () => {
    expect(satisfies({}, { "node_modules/a": a })).toBe(false);
  });

  test("if an optional one for other machines is absent", () => {
    const other = process.platform === "linux" ? "darwin" : "linux";
    const here = { ...a, optional: true, os: [process.platform] };
    expect(satisfies({}, { "node_modules/a": { ...here, os: [other] } })).toBe(true);
    expect(satisfies({}, { "node_modules/a": { ...here, os: [`!${process.platform}`] } })).toBe(
      true,
    );
    expect(satisfies({}, { "node_modules/a": { ...here, cpu: ["none"] } })).toBe(true);
    expect(satisfies({}, { "node_modules/a": { ...here, libc: ["none"] } })).toBe(true);
    expect(satisfies({}, { "node_modules/a": here })).toBe(false);
  });
});

describe("a directory", () => {
  let root: string;
  const lock = { packages: { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } } };
  const write = (path: string, value: unknown) =>
    writeFileSync(join(root, path), JSON.stringify(value));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "install-"));
    mkdirSync(join(root, "node_modules/a"), { recursive: true });
    write("package-lock.json", lock);
    write("node_modules/.package-lock.json", lock);
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test("is installed if npm's own record agrees with the lockfile", () => {
    expect(isInstalled(root)).toBe(true);
  });

  test("is not when the lockfile has changed", () => {
    write("package-lock.json", { packages: { "node_modules/a": { version: "2.0.0" } } });
    expect(isInstalled(root)).toBe(false);
  });

  test("is not when an installation was interrupted", () => {
    rmSync(join(root, "node_modules/.package-lock.json"));
    expect(isInstalled(root)).toBe(false);
  });

  test("is not when a package was removed by hand", () => {
    rmSync(join(root, "node_modules/a"), { recursive: true });
    expect(isInstalled(root)).toBe(false);
  });
});
