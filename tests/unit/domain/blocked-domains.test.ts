import { expect, test } from "vitest";
import { domainsNamedIn, parseDomain, ruleFor, type DomainRule } from "~/domain/blocked-domains";

test.each([
  ["Example.net", "example.net"],
  ["https://www.example.net:8080/path?x=1", "example.net"],
  ["http://user@bücher.example./", "xn--bcher-kva.example"],
  ["192.0.2.7", "192.0.2.7"],
  ["http://0xC0000207/", "192.0.2.7"],
  ["[2001:db8::1]", "[2001:db8::1]"],
  ["net", null],
  ["", null],
  ["javascript:alert(1)", null],
  ["a b", null],
  ["/path", null],
])("the domain of %j is %j", (typed, domain) => {
  expect(parseDomain(typed)).toBe(domain);
});

const rules = Object.fromEntries(
  ["example.net", "xn--bcher-kva.example", "192.0.2.7"].map((domain): [string, DomainRule] => [
    domain,
    { domain, effect: "block", reason: "spam", words: null },
  ]),
);

test.each([
  "https://example.net",
  "https://EXAMPLE.NET./x",
  "http://a.b.example.net:99/",
  "https://good.example@example.net/",
  "//example.net/x",
  "\\\\example.net/x",
  "ftp://example.net/",
  "https://xn--bcher-kva.example/",
  "https://bücher.example/",
  "http://3221225991/",
])("%s leads to a blocked domain", (url) => {
  expect(ruleFor(url, rules)).toBeDefined();
});

test.each([
  "https://notexample.net",
  "https://example.net.example.org",
  "https://example.org/?u=https://example.net",
  "/article/example.net",
  "mailto:a@example.net",
  "https://1.192.0.2.7.example.org/",
  "constructor",
])("%s does not", (url) => {
  expect(ruleFor(url, rules)).toBeUndefined();
});

test("a text names what looks like a domain, each once", () => {
  expect(domainsNamedIn("Go to (Example.NET), bücher。example/x… or a-b.c@Example.NET!")).toEqual([
    "Example.NET",
    "bücher。example",
    "a-b.c",
  ]);
  expect(domainsNamedIn("No. Not one - of - them ...")).toEqual([]);
});
