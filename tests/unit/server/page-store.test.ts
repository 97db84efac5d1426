import { describe, expect, it, test, vi } from "vitest";
import type { CachedPage } from "../../../server/page-cache/cached-page";
import { createPageStore, type RenderedPage } from "../../../server/page-cache/page-store";

const page = (text: string): CachedPage => ({
  ...{ status: 200, headers: [], etag: null, lastModified: null, viewedArticle: null },
  bodies: { identity: Buffer.from(text) },
});

const rendered = (text: string, fields: Partial<RenderedPage> = {}): RenderedPage => ({
  page: page(text),
  tags: new Set(["list"]),
  validUntil: Infinity,
  isCacheable: true,
  ...fields,
});

const create = (maxBytes = 100_000) => createPageStore(maxBytes, "everything");
const textOf = (found: CachedPage | undefined) => found?.bodies.identity?.toString();

/** A render that ends when it is told to. */
function slowRender() {
  let finish = (_result: RenderedPage) => {};
  const result = new Promise<RenderedPage>((resolve) => (finish = resolve));
  return { render: vi.fn(() => result), finish };
}

it("renders once for all who ask meanwhile, and keeps what was rendered", async () => {
  const store = create();
  const { render, finish } = slowRender();
  const waiting = Array.from({ length: 100 }, () => store.getOrRender("/", render));
  finish(rendered("one"));
  expect(new Set((await Promise.all(waiting)).map(textOf))).toEqual(new Set(["one"]));
  expect(render).toHaveBeenCalledTimes(1);
  expect(textOf(store.get("/"))).toBe("one");
});

it("drops the pages that show what was changed, and no others", async () => {
  const store = create();
  await store.getOrRender("/a", async () => rendered("a", { tags: new Set(["x", "y"]) }));
  await store.getOrRender("/b", async () => rendered("b", { tags: new Set(["y"]) }));
  store.invalidate(["x"]);
  expect([textOf(store.get("/a")), textOf(store.get("/b"))]).toEqual([undefined, "b"]);
  store.invalidate(["everything"]);
  expect(store.get("/b")).toBeUndefined();
});

describe("a change while a page is rendered", () => {
  test("keeps the page from being kept, if it shows what was changed", async () => {
    const store = create();
    const { render, finish } = slowRender();
    const asked = store.getOrRender("/", render);
    store.invalidate(["list"]);
    finish(rendered("old"));
    expect(textOf(await asked)).toBe("old");
    expect(store.get("/")).toBeUndefined();
  });

  test("has it rendered again for whoever asks afterwards", async () => {
    const store = create();
    const { render, finish } = slowRender();
    const before = store.getOrRender("/", render);
    store.invalidate(["list"]);
    const after = store.getOrRender("/", async () => rendered("new"));
    expect(textOf(await after)).toBe("new");
    finish(rendered("old"));
    await before;
    expect(textOf(store.get("/"))).toBe("new");
  });

  test("does not matter to a page that shows something else", async () => {
    const store = create();
    const { render, finish } = slowRender();
    const asked = store.getOrRender("/", render);
    store.invalidate(["elsewhere"]);
    finish(rendered("page"));
    await asked;
    expect(textOf(store.get("/"))).toBe("page");
  });
});

it("does not keep what may not be kept, nor what holds no longer", async () => {
  const store = create();
  await store.getOrRender("/a", async () => rendered("a", { isCacheable: false }));
  await store.getOrRender("/b", async () => rendered("b", { validUntil: Date.now() - 1 }));
  expect([store.get("/a"), store.get("/b")]).toEqual([undefined, undefined]);
});

it("keeps nothing for longer than ten minutes", async () => {
  vi.useFakeTimers();
  try {
    const store = create();
    await store.getOrRender("/", async () => rendered("page"));
    vi.advanceTimersByTime(599_000);
    expect(store.get("/")).toBeDefined();
    vi.advanceTimersByTime(1_000);
    expect(store.get("/")).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});

it("renders again after a failure", async () => {
  const store = create();
  const failing = store.getOrRender("/", () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(textOf(await store.getOrRender("/", async () => rendered("page")))).toBe("page");
});

it("takes no more memory than it may: what was not asked for longest goes first", async () => {
  const store = create(20_000);
  const large = "x".repeat(5_000);
  for (const key of ["/1", "/2", "/3"]) await store.getOrRender(key, async () => rendered(large));
  store.get("/1");
  await store.getOrRender("/4", async () => rendered(large));
  expect(["/1", "/2", "/3", "/4"].filter((key) => store.get(key))).toEqual(["/1", "/3", "/4"]);
  await store.getOrRender("/5", async () => rendered("x".repeat(30_000)));
  expect(store.get("/5")).toBeUndefined();
  expect(store.statistics().bytes).toBeLessThan(20_000);
});

it("counts the bodies that are compressed later", async () => {
  const store = create(20_000);
  const long = { ...page(""), bodies: { gzip: Buffer.alloc(2_000) } as CachedPage["bodies"] };
  const kept = await store.getOrRender("/", async () => rendered("", { page: long }));
  const before = store.statistics().bytes;
  if (kept.bodies.gzip) kept.bodies.br = Buffer.alloc(1_000);
  store.resized("/", kept);
  expect(store.statistics().bytes).toBe(before + 1_000);
});

it("tells how it was used", async () => {
  const store = create();
  await store.getOrRender("/", async () => rendered("page"));
  store.get("/");
  store.invalidate(["list"]);
  expect(store.statistics()).toEqual({ hits: 1, misses: 1, invalidated: 1, entries: 0, bytes: 0 });
});
