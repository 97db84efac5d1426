/** What the document of the API says in words. */
import { LONG_PAGE_SIZE, PAGE_SIZE, PAGE_TEXT_MAX } from "~/domain/field-limits";
import { withCommas } from "~/schemas/fields";
import type { RateLimit, LimitName } from "~/services/rate-limits.server";
import type { Tag } from "../http/endpoint.server";

export const tags: readonly { name: Tag; description: string }[] = [
  { name: "Accounts", description: "Making one, signing in, and whose a token is." },
  {
    name: "Articles",
    description: "What the community reads and writes: articles, their comments, upvotes, views.",
  },
  {
    name: "Reviews",
    description: "What people think of works published elsewhere, with stars, hub by hub.",
  },
  {
    name: "Hubs and categories",
    description: "The six hubs of the research room, and what articles are filed under.",
  },
  {
    name: "Recommendations",
    description: "What the two engines recommend, by stated methods. Not investment advice.",
  },
  { name: "Whitepaper", description: "The organisation's own text, as HTML and as a PDF." },
  { name: "About the API", description: "What you are reading, for programs." },
];

/** Markdown: what holds for every call. */
export const apiDescription = `Programs can do here what people do with articles, reviews and recommendations on the pages: read them, post, comment, upvote, review, and have recommendations made. Only pages replace a review by another, search everything at once by its words, show a dashboard, track records and how a recommendation was calculated, and take applications for membership and votes on them. Answers are JSON, dates ISO 8601 in UTC, ids strings. A list answers with ${PAGE_SIZE} items unless it is asked for another number, and its \`Link\` header leads to the rest: follow \`rel="next"\` until there is none. What is not described here is not promised.

## Who is asking

Sign in for a token and send it with the calls that want one: \`Authorization: Bearer …\`. It lasts 30 days from its last use. Whoever signs out in the browser ends the token of the same sign-in.

## Bodies

A body is JSON, sent as \`Content-Type: application/json\`, of 64 KiB at most. White space at both ends of a text is dropped, except of a password, where it counts, and of a name, which may have none. Titles and authors are one line: whatever white space is within them becomes a space. Fields that nobody asked for are ignored.

## Lists

A list is a plain array of ${PAGE_SIZE} items, or of as many as \`limit\` says: up to ${PAGE_SIZE}, and up to ${withCommas(LONG_PAGE_SIZE)} for articles, comments and reviews. Where there is more, the header \`Link: <…>; rel="next"\` has the address of the next page: follow it as it is, and stop when there is none. A page may be shorter than its \`limit\` and still have a next one: a search looks at so many items at a time, and beyond ${PAGE_SIZE} items a page ends where its texts come to ${withCommas(PAGE_TEXT_MAX)} characters.

## From a web page

Scripts on pages of any site may make every call: answers come with \`Access-Control-Allow-Origin: *\`, and preflights are answered. Send the token, and no cookies: they count for nothing here, and a browser hides the answer to a request that has them. Of the headers a script can read \`Link\`, \`ETag\`, \`Retry-After\`, \`WWW-Authenticate\`, \`Allow\`, \`X-Request-Id\`, \`Accept-Ranges\` and \`Content-Range\`, besides those that it always can.

## Asking again

Every answer to a GET that is no error has an \`ETag\`. Send it back in \`If-None-Match\`, and what has not changed costs a 304 without a body. HEAD answers wherever GET does, with the same headers.

## Limits

Who does too much is told so by a 429, whose \`Retry-After\` says in how many seconds there is room again. Each call says what it is counted against; \`x-rate-limits\` has the same for programs.

## Errors

An error is \`{"error": "…"}\`, a sentence for people; some say more in a field of their own. Programs go by the status. Any path that there is not is a 404, and any method that a path does not have a 405 whose \`Allow\` names those it has.`;

/** @returns what the description of a list says of its pages */
export const paginationDescription = ({ usual, most }: { usual: number; most: number }): string =>
  most > usual
    ? `A page has ${usual} of them, or as many as \`limit\` says, up to ${withCommas(most)}; where there are more, its \`Link\` header leads to the next.`
    : `A page has at most ${most} of them; where there are more, its \`Link\` header leads to the next.`;

export const rateLimitDescriptions: Record<LimitName, { what: string; per: string }> = {
  signInAccount: { what: "sign-ins", per: "account and address" },
  signInAddress: { what: "sign-ins", per: "address" },
  signUp: { what: "new accounts", per: "address" },
  articles: { what: "articles", per: "person" },
  reviews: { what: "reviews", per: "person" },
  comments: { what: "comments", per: "person" },
  upvotes: { what: "upvotes", per: "person" },
  generates: { what: "recommendations", per: "person and engine" },
  writes: { what: "writing calls of any kind", per: "address" },
};

/** @returns such as "20 articles an hour per person" */
export function describeRateLimit(name: LimitName, { points, duration }: RateLimit): string {
  const { what, per } = rateLimitDescriptions[name];
  const many = points === 1 ? what.replace(/s\b/, "") : what;
  return `${points.toLocaleString("en")} ${many} ${span(duration)} per ${per}`;
}

function span(seconds: number): string {
  if (seconds === 60) return "a minute";
  if (seconds === 3600) return "an hour";
  return `in ${seconds / 60} minutes`;
}
