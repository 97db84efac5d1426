import { expect, test } from "vitest";
import { findRootElement } from "~/utils/browser/root-element";

test("a page without its root element is not hydrated", () => {
  expect(() => findRootElement({ getElementById: () => null })).toThrow(
    new Error("Root element not found"),
  );
});

test("the root element of a page is found", () => {
  const root = { id: "root" } as HTMLElement;
  expect(findRootElement({ getElementById: (id) => (id === "root" ? root : null) })).toBe(root);
});
