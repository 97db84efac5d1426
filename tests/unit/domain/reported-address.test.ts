import { expect, test } from "vitest";
import { readReportedAddress } from "~/domain/reported-address";

const ID = "6790a1f2c3d4e5f60718293a";
const OTHER = "6790a1f2c3d4e5f60718293b";
const HERE = "https://site.example:8443";
const read = (typed: string) => readReportedAddress(typed, HERE);

test.each([
  [`/article/${ID}`, "article", ID],
  [`article/${ID}`, "article", ID],
  [`${HERE}/article/${ID}`, "article", ID],
  [`http://site.example:8443/Article/${ID}/`, "article", ID],
  [`site.example:8443/article/${ID}?order=best`, "article", ID],
  [`https://www.site.example:8443/article/${ID}`, "article", ID],
  [` \u200b/article/${ID.toUpperCase()}/changes/2 `, "article", ID.toUpperCase()],
  [`/article/${ID}#comment-${OTHER}`, "comment", OTHER],
  [`/article/${ID}?comment=${OTHER}`, "comment", OTHER],
  [`/article/${ID}?comment=ducks#comments`, "article", ID],
  [`/comment/${ID}`, "comment", ID],
  [`/bonds/reviews/${ID}`, "review", ID],
  [`/bonds/reviews/${ID}#comment-${OTHER}`, "comment", OTHER],
  ["/people/Mara", "person", "Mara"],
  ["/people/mara/comments", "person", "mara"],
] as const)("%s", (typed, kind, idOrName) => {
  expect(read(typed)).toEqual({ isElsewhere: false, kind, idOrName });
});

test.each([
  `https://elsewhere.example/article/${ID}`,
  `//elsewhere.example/article/${ID}`,
  `/\\elsewhere.example/article/${ID}`,
  `https://site.example:8443@elsewhere.example/article/${ID}`,
  `https://site.example/article/${ID}`,
])("elsewhere: %s", (typed) => expect(read(typed)).toEqual({ isElsewhere: true }));

test.each([
  "",
  "/",
  "//",
  "ducks",
  "/article",
  "/article/1",
  `/ducks/reviews/${ID}`,
  `/bonds/${ID}`,
  "/people",
  "/people/Mara%20Ida",
  "/people/%E0%A4%A",
  `elsewhere.example/article/${ID}`,
  `javascript:alert("/article/${ID}")`,
  `data:text/html,/article/${ID}`,
  `mailto:mara@site.example`,
  "https://",
  "/".repeat(2000),
])("nothing: %s", (typed) => expect(read(typed)).toBeNull());
