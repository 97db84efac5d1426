/** How `npm start` decides what to install and to build, and puts it in place. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepFormerAssets, newestIn } from "../../../scripts/lib/build.mjs";
import { install, isInstalled } from "../../../scripts/lib/install.mjs";
import { CACHE } from "../../../scripts/lib/project.mjs";
import { inStagingDirectory, putInPlace } from "../../../scripts/lib/staging.mjs";

let root: string;
const write = (path: string, value: unknown) =>
  writeFileSync(join(root, path), JSON.stringify(value));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "prepare-"));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

describe("packages are installed", () => {
  const a = { version: "1.0.0", integrity: "sha512-a" };
  const path = "node_modules/a";

  /** @returns whether a directory in which npm has installed `have` matches a lock file with `want` */
  function matches(have: Record<string, object>, want: Record<string, object>) {
    for (const name of Object.keys(have)) mkdirSync(join(root, name), { recursive: true });
    write("package-lock.json", { packages: { "": {}, "packages/own": {}, ...want } });
    write("node_modules/.package-lock.json", { packages: have });
    return isInstalled(root);
  }
  beforeEach(() => mkdirSync(join(root, "node_modules")));

  test.each([
    ["if npm has installed what the lock file names", { [path]: a }, { [path]: { ...a } }, true],
    ["not in another version", { [path]: { ...a, version: "1.0.1" } }, { [path]: a }, false],
    ["not if one is missing, as in production", {}, { [path]: a }, false],
    [
      "not if an optional one for this machine is missing",
      {},
      { [path]: { ...a, optional: true, os: [process.platform], cpu: [process.arch] } },
      false,
    ],
  ])("%s", (_, have, want, expected) => expect(matches(have, want)).toBe(expected));

  test("not if one was removed by hand, or the installation was interrupted", () => {
    expect(matches({ [path]: a }, { [path]: a })).toBe(true);
    rmSync(join(root, path), { recursive: true });
    expect(isInstalled(root)).toBe(false);
    mkdirSync(join(root, path));
    rmSync(join(root, "node_modules/.package-lock.json"));
    expect(isInstalled(root)).toBe(false);
  });
});

describe("a source is newer than the build", () => {
  const BUILT_AT = new Date("2026-01-01T00:00:00Z");
  const isNewer = () => newestIn(join(root, "app")) > BUILT_AT.getTime();

  beforeEach(() => {
    mkdirSync(join(root, "app/routes"), { recursive: true });
    for (const name of ["app/routes/a.ts", "app/routes/b.ts", "app/routes", "app"]) {
      if (name.endsWith(".ts")) write(name, name);
      utimesSync(join(root, name), BUILT_AT, BUILT_AT);
    }
  });

  test("not if nothing has changed", () => expect(isNewer()).toBe(false));
  test.each([
    ["a file", () => write("app/routes/a.ts", "changed")],
    ["an additional file", () => write("app/routes/c.ts", "")],
    ["a removed file", () => rmSync(join(root, "app/routes/a.ts"))],
  ])("with %s", (_, change) => {
    change();
    expect(isNewer()).toBe(true);
  });
});

describe("a directory is put in place", () => {
  const place = () => join(root, "build");
  const make = (name: string) => {
    mkdirSync(join(root, name, "build"), { recursive: true });
    write(`${name}/build/by`, name);
    return join(root, name, "build");
  };
  const owner = () => JSON.parse(readFileSync(join(place(), "by"), "utf8")) as string;

  test("where there is none, and instead of a former one", () => {
    putInPlace(make("one"), place(), () => false);
    expect(owner()).toBe("one");
    putInPlace(make("two"), place(), () => false);
    expect(owner()).toBe("two");
    expect(readdirSync(root).flatMap((name) => readdirSync(join(root, name)))).toEqual(["by"]);
  });

  test("even if another process does so at the same moment", () => {
    const made = make("two");
    let looks = 0;
    // The other process puts its directory in place after this one looked whether it is there.
    const isCurrent = () => {
      if (looks++ === 0) rmSync(made, { recursive: true });
      else putInPlace(make("one"), place(), () => false);
      return existsSync(place());
    };
    putInPlace(made, place(), isCurrent);
    expect(owner()).toBe("one");
  });
});

test("a staging directory is removed, with those that killed processes left an hour ago, and nothing else", async () => {
  const names = ["staged-test-old", "staged-test-new", "test-chromium"].map((name) =>
    join(CACHE, `${name}-${process.pid}`),
  );
  for (const name of names) {
    mkdirSync(name, { recursive: true });
    const hours = name.includes("new") ? 0.9 : 1.1;
    const date = new Date(Date.now() - hours * 3_600_000);
    utimesSync(name, date, date);
  }
  try {
    let own = "";
    const making = inStagingDirectory("test", (directory) => {
      own = directory;
      return Promise.reject(new Error("not made"));
    });
    await expect(making).rejects.toThrow("not made");
    expect([...names, own].map((name) => existsSync(name))).toEqual([false, true, true, false]);
  } finally {
    for (const name of names) rmSync(name, { recursive: true, force: true });
  }
});

test("a build keeps the assets that the previous one made, but not those that it had kept", () => {
  /** Makes a build with one file of its own, as `npm run build` does, an hour after the one before. */
  const build = (name: string, hour: number, former?: string) => {
    const place = join(root, name);
    const sources = new Date(2026, 0, 1, hour);
    const files = new Date(2026, 0, 1, hour, 30);
    mkdirSync(join(place, "client/assets"), { recursive: true });
    mkdirSync(join(place, "server"));
    for (const file of ["server/http-server.js", `client/assets/${name}.js`]) {
      write(`${name}/${file}`, name);
      const date = file.startsWith("server") ? sources : files;
      utimesSync(join(place, file), date, date);
    }
    if (former) keepFormerAssets(former, place);
    return place;
  };
  const first = build("first", 1);
  const second = build("second", 2, first);
  expect(readdirSync(join(second, "client/assets"))).toEqual(["first.js", "second.js"]);
  const third = build("third", 3, second);
  expect(readdirSync(join(third, "client/assets"))).toEqual(["second.js", "third.js"]);
  expect(readFileSync(join(third, "client/assets/second.js"), "utf8")).toBe('"second"');
});

describe("no install script of a package is run", () => {
  const hasRun = () => existsSync(join(root, "evil/ran"));

  beforeEach(() => {
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

  test("by our commands, even if the user's settings allow it", async () => {
    vi.stubEnv("npm_config_ignore_scripts", "false");
    expect(readFileSync(".npmrc", "utf8")).toContain("\nignore-scripts=true\n");
    await install(root);
    expect(existsSync(join(root, "node_modules/evil"))).toBe(true);
    expect(hasRun()).toBe(false);
  });
});
