import { describe, expect, test } from "vitest";
import { safeRedirect } from "~/utils/http/safe-redirect";

describe("a path on this site is kept", () => {
  test.each([
    "/",
    "/community",
    "/community?sort=hot&cursor=abc#list",
    "/article/65f000000000000000000000",
    "/search?q=a%2F%2Fb%5Cc",
    "/search?next=https://elsewhere.example",
    "/caf%C3%A9",
    "/100%25-sure",
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
    ["another site by its name alone", "evil.example"],
    ["no scheme", "//evil.example"],
    ["three slashes", "///evil.example"],
    ["a backslash that browsers read as a slash", "/\\evil.example"],
    ["two of them", "\\\\evil.example"],
    ["an encoded one", "/%5Cevil.example"],
    ["an encoded one in small letters", "/%5cevil.example"],
    ["one encoded twice", "/%255Cevil.example"],
    ["an encoded slash", "/%2Fevil.example"],
    ["a dot before the second slash", "/.//evil.example"],
    ["two dots before it", "/x/..//evil.example"],
    ["a scheme without slashes", "http:evil"],
    ["a script", "javascript:alert(1)"],
    ["a script in capitals", "JavaScript:alert(1)"],
    ["data", "data:text/html,x"],
    ["a tab that browsers drop", "/\t/evil.example"],
    ["a line end that browsers drop", "/\n/evil.example"],
    ["an encoded tab", "/%09/evil.example"],
    ["an encoded line end", "/%0D%0ASet-Cookie:%20x"],
    ["a zero byte", "/\u0000"],
    ["a delete character", "/\u007f"],
    ["a space before it", " //evil.example"],
    ["a path that is not absolute", "community"],
    ["nothing", ""],
    ["null", null],
    ["undefined", undefined],
    ["a number", 1],
    ["an array", ["/community"]],
    ["an object with a string in it", { toString: () => "/community" }],
    ["a file", new File([], "/community")],
  ])("%s", (_, to) => {
    expect(safeRedirect(to, "/else")).toBe("/else");
  });

  test("the default fallback is the front page", () => {
    expect(safeRedirect("//evil.example")).toBe("/");
  });
});
