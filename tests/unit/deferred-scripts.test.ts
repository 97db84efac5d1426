import { expect, test } from "vitest";
import { deferScripts } from "~/utils/http/deferred-scripts.server";

const page = `<body><p>Text</p><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/><script nonce="n">context()</script><script nonce="n" type="module" async="">import "/manifest.js";
import * as route0 from "/a.js";
import * as route1 from "/b.js";
window.modules = {"root":route0,"routes/b":route1};

import("/entry.js");</script></body>`;

const deferred = (html: string) => deferScripts(html).join("");
const scriptOf = (html: string) => [...html.matchAll(/<script nonce="n">([^<]*)/g)].at(-1)![1]!;

/** Runs the script in a page whose files are `modules`; `paint` calls what waits for the next frame. */
function run(script: string, { hidden = false } = {}) {
  const imported: string[] = [];
  const links = [{ dataset: { rel: "modulepreload" }, rel: "" }];
  const frames: (() => void)[] = [];
  const window: { modules?: object } = {};
  const code = script.replaceAll("import(", "load(");
  const start = new Function(
    ...["document", "window", "load", "requestAnimationFrame", "setTimeout", code],
  ) as (...globals: unknown[]) => void;
  start(
    { hidden, querySelectorAll: () => links },
    window,
    (path: string) => Promise.resolve(imported.push(path)).then(() => path),
    (callback: () => void) => frames.push(callback),
    (callback: () => void) => callback(),
  );
  return { imported, links, window, paint: () => frames.forEach((callback) => callback()) };
}

const MODULES = ["/manifest.js", "/a.js", "/b.js"];

test("nothing is fetched before the page is painted, then all of it at once", async () => {
  const html = deferred(page);
  expect(html).not.toMatch(/ rel="modulepreload"|type="module"/);
  const { imported, links, window, paint } = run(scriptOf(html));
  expect(imported).toEqual([]);
  paint();
  expect(imported).toEqual(MODULES);
  expect(links[0]!.rel).toBe("modulepreload");
  await new Promise(setImmediate);
  expect(window.modules).toEqual({ root: "/a.js", "routes/b": "/b.js" });
  expect(imported).toEqual([...MODULES, "/entry.js"]);
});

test("a page that is not shown, and never painted, does not wait for it", () => {
  const { imported } = run(scriptOf(deferred(page)), { hidden: true });
  expect(imported).toEqual(MODULES);
});

test("the elements stay where hydration expects them", () => {
  const tags = (html: string) => [...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag);
  expect(tags(deferred(page))).toEqual(tags(page));
});

test("a document without scripts stays as it is", () => {
  expect(deferred("<body><p>Text</p></body>")).toBe("<body><p>Text</p></body>");
});
