import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { install, isInstalled, satisfies } from "../../../scripts/lib/install.mjs";

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

describe("no install script of a package is run", () => {
  let root: string;
  const write = (path: string, value: unknown) =>
    writeFileSync(join(root, path), JSON.stringify(value));
  const hasRun = () => existsSync(join(root, "evil/ran"));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "install-"));
    mkdirSync(join(root, "evil"));
    const scripts = Object.fromEntries(
      ["preinstall", "install", "postinstall", "prepare"].map((name) => [name, "echo > ran"]),
    );
    write("evil/package.json", { name: "evil", version: "1.0.0", scripts });
    const dependencies = { evil: "file:./evil" };
    write("package.json", { dependencies });
    write("package-lock.json", {
      lockfileVersion: 3,
      packages: {
        "": { dependencies },
        evil: { version: "1.0.0", hasInstallScript: true },
        "node_modules/evil": { resolved: "evil", link: true },
      },
    });
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(root, { recursive: true, force: true });
  });

  test("by our commands, even if the user's settings allow it", async () => {
    vi.stubEnv("npm_config_ignore_scripts", "false");
    await install(root);
    expect(existsSync(join(root, "node_modules/evil"))).toBe(true);
    expect(hasRun()).toBe(false);
  });

  test("by `npm ci` in the project", () => {
    cpSync(".npmrc", join(root, ".npmrc"));
    const env = { ...process.env, npm_config_ignore_scripts: undefined };
    const { status } = spawnSync("npm", ["ci"], { cwd: root, env });
    expect(status).toBe(0);
    expect(existsSync(join(root, "node_modules/evil"))).toBe(true);
    expect(hasRun()).toBe(false);
  });
});
