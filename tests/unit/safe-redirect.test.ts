import { describe, expect, test } from "vitest";
import { safeRedirect } from "~/utils/http/safe-redirect";

describe("a path on this site is kept", () => {
  test.each([
    "/",
    "/community?sort=hot&cursor=abc#list",
    "/search?q=a%2F%2Fb%5Cc",
    "/search?next=https://elsewhere.example",
  ])("%s", (to) => {
    expect(safeRedirect(to, "/else")).toBe(to);
  });

  test("dots are resolved", () => {
    expect(safeRedirect("/a/../b", "/else")).toBe("/b");
  });
});

describe("anything else is replaced by the fallback", () => {
  test.each([
    ["another site", "https://evil.example"],
    ["no scheme", "//evil.example"],
    ["a backslash that browsers read as a slash", "/\\evil.example"],
    ["an encoded one", "/%5Cevil.example"],
    ["one encoded twice", "/%255Cevil.example"],
    ["an encoded slash", "/%2Fevil.example"],
    ["a dot before the second slash", "/.//evil.example"],
    ["a script", "javascript:alert(1)"],
    ["a tab that browsers drop", "/\t/evil.example"],
    ["a line end that browsers drop", "/\n/evil.example"],
    ["an encoded line end", "/%0D%0ASet-Cookie:%20x"],
    ["a delete character", "/\u007f"],
    ["a path that is not absolute", "community"],
    ["nothing", ""],
    ["undefined", undefined],
    ["an array", ["/community"]],
    ["a file", new File([], "/community")],
  ])("%s", (_, to) => {
    expect(safeRedirect(to, "/else")).toBe("/else");
  });
});
