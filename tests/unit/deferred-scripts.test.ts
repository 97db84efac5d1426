import { describe, expect, test } from "vitest";
import { deferScripts } from "~/utils/http/deferred-scripts.server";

const bodyOf = (
  attributes: string,
) => `<body${attributes}><p>Text</p><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/><script nonce="n">context()</script><script nonce="n" type="module" async="">import "/manifest.js";
import * as route0 from "/a.js";
import * as route1 from "/b.js";
window.modules = {"root":route0,"routes/b":route1};

import("/entry.js");</script></body>`;

/** A page that works without scripts, and one that starts them by itself. */
const page = bodyOf("");
const starting = bodyOf(' data-starts-scripts=""');

const DIALOG = ["/assets/dialog.js", "/assets/b.js"];
const deferred = (html: string) => deferScripts(html, DIALOG).join("");
const scriptOf = (html: string) => [...html.matchAll(/<script nonce="n">([^<]*)/g)].at(-1)![1]!;

interface Situation {
  hidden?: boolean;
  connection?: { saveData?: boolean; effectiveType?: string } | undefined;
  /** The content of local storage. */
  stored?: Record<string, string>;
}

type Listener = (event: object) => void;

/** Runs the script in a fake page. @returns the effects, and functions that simulate events and time */
function run(script: string, { hidden = false, stored = {}, connection }: Situation = {}) {
  const imported: string[] = [];
  const fetched: string[] = [];
  const links: object[] = [];
  const next = { before: (link: object) => links.push(link) };
  const frames: (() => void)[] = [];
  const timers: { callback: () => void; ms: number }[] = [];
  const listeners = new Map<string, Set<Listener>>();
  const idle: (() => void)[] = [];
  const window: { modules?: object; requestIdleCallback: object } = {
    requestIdleCallback: (callback: () => void) => idle.push(callback),
  };
  let reloads = 0;
  const globals = {
    document: {
      hidden,
      currentScript: { previousElementSibling: next },
      createElement: (tag: string) => ({ tag }),
    },
    window,
    load: (path: string) => {
      imported.push(path);
      return Promise.resolve(path);
    },
    requestAnimationFrame: (callback: () => void) => frames.push(callback),
    setTimeout: (callback: () => void, ms = 0) => timers.push({ callback, ms }),
    navigator: { connection },
    fetch: (path: string) => {
      fetched.push(path);
      return Promise.reject(new Error("no connection"));
    },
    location: { reload: () => (reloads += 1) },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    addEventListener: (type: string, listener: Listener) =>
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener)),
    removeEventListener: (type: string, listener: Listener) =>
      listeners.get(type)?.delete(listener),
  };
  const code = script.replaceAll("import(", "load(");
  new Function(...Object.keys(globals), code)(...Object.values(globals));
  const dispatch = (type: string, event: object = {}) =>
    listeners.get(type)?.forEach((listener) => listener({ type, ...event }));
  /** Runs the timers of up to `ms` milliseconds. */
  const wait = (ms: number) =>
    timers.splice(0).forEach((timer) => (timer.ms <= ms ? timer.callback() : timers.push(timer)));
  const paint = () => {
    frames.forEach((callback) => callback());
    wait(0);
  };
  /** Tells that the page has loaded, and then that the browser has nothing to do. */
  const rest = () => {
    dispatch("load");
    expect(fetched).toEqual([]);
    idle.splice(0).forEach((callback) => callback());
  };
  return { imported, fetched, links, window, paint, dispatch, wait, rest, reloads: () => reloads };
}

/** A button, or a link to the dialog, and how often it was clicked. */
function control(href?: string) {
  const attributes = new Map<string, string>();
  const element = {
    href,
    attributes,
    clicks: 0,
    click: () => void (element.clicks += 1),
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    removeAttribute: (name: string) => attributes.delete(name),
  };
  return { element, target: { closest: () => element } };
}

function click(target: object, keys: object = {}) {
  const event = { target, isPrevented: false, isStopped: false, button: 0, ...keys };
  return Object.assign(event, {
    preventDefault: () => void (event.isPrevented = true),
    stopImmediatePropagation: () => void (event.isStopped = true),
  });
}

const MODULES = ["/manifest.js", "/a.js", "/b.js"];
const afterImports = () => new Promise(setImmediate);

describe("a page that needs scripts", () => {
  test("loads no scripts before it is painted, and then all at once", async () => {
    const html = deferred(starting);
    expect(html).not.toMatch(/<link|type="module"/);
    const { imported, links, window, paint } = run(scriptOf(html));
    expect([imported, links]).toEqual([[], []]);
    paint();
    expect(imported).toEqual(MODULES);
    expect(links).toEqual(
      ["a", "b"].map((name) => ({
        tag: "link",
        rel: "modulepreload",
        href: `/assets/${name}.js`,
      })),
    );
    await afterImports();
    expect(window.modules).toEqual({ root: "/a.js", "routes/b": "/b.js" });
    expect(imported).toEqual([...MODULES, "/entry.js"]);
  });
});

describe("a page that works without scripts", () => {
  const script = scriptOf(deferred(page));

  test.each(["pointerdown", "keydown", "input"])(
    "loads them once at the first %s",
    async (sign) => {
      const { imported, dispatch } = run(script);
      dispatch(sign);
      dispatch(sign);
      await afterImports();
      expect(imported).toEqual([...MODULES, "/entry.js"]);
    },
  );

  test.each(["token", "viewer"])("loads them at once if a %s is stored", (key) => {
    expect(run(script, { stored: { [key]: "x" } }).imported).toEqual(MODULES);
  });

  const FILES = ["a", "b", "dialog"].map((name) => `/assets/${name}.js`);

  test.each([
    ["a fast connection", { effectiveType: "4g" }, FILES],
    ["an unknown connection", undefined, FILES],
    ["a very slow connection", { effectiveType: "slow-2g" }, []],
    ["the connection of a user who saves data", { effectiveType: "4g", saveData: true }, []],
  ])(
    "over %s, fetches files ahead once the browser rests, but runs none",
    async (_, connection, files) => {
      const { imported, fetched, rest } = run(script, { connection });
      rest();
      await afterImports();
      expect(fetched).toEqual(files);
      expect(imported).toEqual([]);
    },
  );

  test("fetches only the dialog ahead once it is used", async () => {
    const { fetched, dispatch, rest } = run(script);
    dispatch("pointerdown");
    rest();
    await afterImports();
    expect(fetched).toEqual(["/assets/dialog.js"]);
  });

  test("loads the dialog with the page if a link to it is clicked", () => {
    const { imported, dispatch } = run(script);
    dispatch("click", click(control("/login").target));
    expect(imported).toEqual([...MODULES, "/assets/dialog.js"]);
  });

  test("holds a click, and repeats it after hydration", async () => {
    const { imported, dispatch, wait } = run(script);
    const { element, target } = control();
    const event = click(target);
    dispatch("click", event);
    expect(event).toMatchObject({ isPrevented: true, isStopped: true });
    expect(imported).toEqual(MODULES);
    await afterImports();
    expect(element.clicks).toBe(0);
    expect([...element.attributes]).toEqual([["aria-busy", "true"]]);
    dispatch("hydrated");
    wait(0);
    expect(element.clicks).toBe(1);
    expect([...element.attributes]).toEqual([]);
    const second = click(target);
    dispatch("click", second);
    expect(second.isPrevented).toBe(false);
    wait(3_600_000);
    expect(element.clicks).toBe(1);
  });
});
