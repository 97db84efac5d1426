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

const deferred = (html: string) => deferScripts(html).join("");
const scriptOf = (html: string) => [...html.matchAll(/<script nonce="n">([^<]*)/g)].at(-1)![1]!;

interface Situation {
  hidden?: boolean;
  /** The content of local storage. */
  stored?: Record<string, string>;
}

type Listener = (event: object) => void;

/** Runs the script in a fake page. @returns the effects, and functions that simulate events and time */
function run(script: string, { hidden = false, stored = {} }: Situation = {}) {
  const imported: string[] = [];
  const links: object[] = [];
  const next = { before: (link: object) => links.push(link) };
  const frames: (() => void)[] = [];
  const timers: { callback: () => void; ms: number }[] = [];
  const listeners = new Map<string, Set<Listener>>();
  const window: { modules?: object } = {};
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
  return { imported, links, window, paint, dispatch, wait, reloads: () => reloads };
}

/** A button whose clicks are held, or another element, and how often it was clicked. */
function control(isHeld = true) {
  const element = { clicks: 0, click: () => void (element.clicks += 1) };
  const closest = () => (isHeld ? element : null);
  return { element, target: { closest } };
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

  test("holds a click, and repeats it after hydration", async () => {
    const { imported, dispatch, wait } = run(script);
    const { element, target } = control();
    const event = click(target);
    dispatch("click", event);
    expect(event).toMatchObject({ isPrevented: true, isStopped: true });
    expect(imported).toEqual(MODULES);
    await afterImports();
    expect(element.clicks).toBe(0);
    dispatch("hydrated");
    wait(0);
    expect(element.clicks).toBe(1);
    const second = click(target);
    dispatch("click", second);
    expect(second.isPrevented).toBe(false);
    wait(3_600_000);
    expect(element.clicks).toBe(1);
  });
});
