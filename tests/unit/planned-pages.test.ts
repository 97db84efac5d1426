import { describe, expect, test } from "vitest";
import { loader } from "~/components/stay-tuned/planned-page";
import { plannedPages } from "~/config/planned-pages";
import { topics } from "~/domain/topics";

const open = (path: string, slug?: string) =>
  loader({
    request: new Request(`http://localhost${path}`),
    params: slug === undefined ? {} : { slug },
    context: {} as never,
  });

test("no address is announced twice", () => {
  const paths = plannedPages.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test.each(plannedPages.filter(({ path }) => !path.includes(":")))(
  "/$path keeps its place",
  ({ path, title, promise }) => {
    expect(open(`/${path}`)).toMatchObject({ title, promise });
    expect(open(`/${path.toUpperCase()}/`)).toMatchObject({ title });
  },
);

describe("where several addresses lead to one screen, one of them is kept", () => {
  test.each([
    ["/research-hub", "/research"],
    ["/assetallocation", "/asset-allocation"],
  ])("%s is %s", (path, canonical) => {
    expect(open(path)).toMatchObject({ canonical });
  });

  test.each(topics)("/category/$slug is the hub", ({ slug, title }) => {
    expect(open(`/category/${slug}`, slug)).toMatchObject({
      title,
      canonical: `/${slug}`,
      hue: slug,
    });
  });
});

test("a general category has a screen of its own", () => {
  expect(open("/category/governance", "governance")).toMatchObject({
    title: "Governance",
    canonical: "/category/governance",
    hue: "none",
  });
});

test.each(["nonsense", "constructor", "partner", "privacy", ""])(
  "there is no category %j",
  (slug) => {
    expect(() => open(`/category/${slug}`, slug)).toThrow(
      expect.objectContaining({ init: { status: 404 } }) as Error,
    );
  },
);
