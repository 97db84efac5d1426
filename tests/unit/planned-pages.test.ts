import { expect, test } from "vitest";
import { loader } from "~/components/stay-tuned/planned-page";
import { plannedPages } from "~/config/planned-pages";

const open = (path: string) =>
  loader({ request: new Request(`http://localhost${path}`), params: {}, context: {} as never });

test("no address is announced twice", () => {
  const paths = plannedPages.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
});

test.each(plannedPages)("/$path keeps its place", ({ path, title, promise }) => {
  expect(open(`/${path}`)).toMatchObject({ title, promise });
  expect(open(`/${path.toUpperCase()}/`)).toMatchObject({ title });
});

test.each(["nonsense", "constructor", ""])("there is no page %j", (path) => {
  expect(() => open(`/${path}`)).toThrow(
    expect.objectContaining({ init: { status: 404 } }) as Error,
  );
});
