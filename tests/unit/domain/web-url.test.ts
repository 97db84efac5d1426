/** How links are stored. Which ones are refused is in the tests of the schemas, too. */
import { expect, test } from "vitest";
import { domainOf, parseWebUrl } from "~/domain/web-url";

test.each([
  ["https://good.example\\@evil.example/x", "https://good.example/@evil.example/x"],
  ["https:\\/good.example", null],
  ["https:///good.example/a", "https://good.example/a"],
  ["HTTPS://EXAMPLE.ORG:443/A/./b/../c?", "https://example.org/A/c?"],
  ["https://example.org/a b?c d#e f", "https://example.org/a%20b?c%20d#e%20f"],
  ["https://example.org/süß", "https://example.org/s%C3%BC%C3%9F"],
  ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ["https://exa%6dple.org/", "https://example.org/"],
  ["http://0x7f.1/", "http://127.0.0.1/"],
  ["https://example.org./", "https://example.org./"],
  ["https://example.org/\u2764\ufe0f", "https://example.org/%E2%9D%A4%EF%B8%8F"],
  ["https://@example.org/", "https://example.org/"],
  [`https://${"a.".repeat(123)}example/`, `https://${"a.".repeat(123)}example/`],
])("%j is stored as %j", (typed, stored) => {
  expect(parseWebUrl(typed)).toBe(stored);
  if (stored) expect(parseWebUrl(stored)).toBe(stored);
});

test.each([
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "ftp://example.org/",
  "example.org",
  "//example.org",
  "https://?q",
  "https://example.org:99999/",
  "https://[::1/",
  "https:/example.org",
  "https:example.org",
  "\\\\example.org",
  "https://user:secret@example.org/",
  "https://good.example%2F@evil.example/",
  "https://exa\nmple.org/",
  "https://example.org/\r\nx",
  "https://exa\u200bmple.org/",
  `https://${"a".repeat(64)}.example/`,
  `https://${"a.".repeat(123)}examples/`, // 254 characters, of which a name may have 253
  "https://example..org/",
  "https://1.2.3.256/",
  "https://xn--a.example/",
  `https://example.org/${"ü".repeat(400)}`,
])("%j is refused", (typed) => {
  expect(parseWebUrl(typed)).toBeNull();
});

test.each([
  ["https://www.example.org/a", "example.org"],
  ["https://blog.example.org:8443/?q", "blog.example.org"],
  ["https://www.co/", "co"],
  ["https://xn--bcher-kva.example/", "xn--bcher-kva.example"],
  ["http://[::1]/", "[::1]"],
])("the domain of %s is %s", (url, domain) => {
  expect(domainOf(url)).toBe(domain);
});
