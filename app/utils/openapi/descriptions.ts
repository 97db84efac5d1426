/** The prose of the OpenAPI document. */
import { LONG_PAGE_SIZE, PAGE_SIZE, MAX_PAGE_TEXT_LENGTH } from "~/domain/field-limits";
import { withCommas } from "~/schemas/fields";

/** Markdown: the introduction and the rules for all calls. */
export const apiDescription = `The API covers most of what people can do on the site: read, post, comment, upvote, review, keep drafts, edit what you wrote, generate recommendations and check their ledger, and manage your account, sessions and data. Site-wide search, the dashboard, track records, passkeys and membership are only available on the site itself. Responses are JSON, dates are ISO 8601 in UTC, and ids are strings. A list returns ${PAGE_SIZE} items by default, and its \`Link\` header points to the rest: follow \`rel="next"\` until there is none. Anything not documented here may change.

## Authentication

Sign in to get a token, and send it with the calls that require one: \`Authorization: Bearer …\`. A token expires 30 days after its last use, and 90 days after the sign-in at the latest. Signing out in the browser revokes the token of the same sign-in.

For a program that runs unattended, create a token of its own with a name, an expiry and a scope: with \`read\`, every call that changes something returns a 403.

## Request bodies

A body is JSON in UTF-8 of at most 64 KiB, sent as \`Content-Type: application/json\`. Leading and trailing white space is trimmed, except in passwords, where it counts, and in names, where it is not allowed. Titles and authors are single lines: white space within them becomes a single space. Unknown fields are ignored.

## Lists

A list is a plain array. It has ${PAGE_SIZE} items by default, or as many as \`limit\` says: up to ${PAGE_SIZE}, and up to ${withCommas(LONG_PAGE_SIZE)} for articles, comments and reviews. If there are more, the header \`Link: <…>; rel="next"\` has the URL of the next page: follow it unchanged, and stop when there is none. A page may be shorter than its \`limit\` and still have a next one: a search scans a limited number of items at a time, and a page of more than ${PAGE_SIZE} items ends once its texts reach ${withCommas(MAX_PAGE_TEXT_LENGTH)} characters.

## CORS

Scripts on any site may make every call: responses carry \`Access-Control-Allow-Origin: *\`, and preflight requests are supported. Send the token but no cookies: they are ignored, and browsers hide responses to requests with credentials. Scripts can read the headers \`Link\`, \`ETag\`, \`Retry-After\`, \`WWW-Authenticate\`, \`Allow\`, \`X-Request-Id\`, \`Accept-Ranges\` and \`Content-Range\`, besides the safelisted ones.

## Caching

Every successful GET response, except the copy of your data, has an \`ETag\`. Send it back in \`If-None-Match\` to get a 304 without a body if nothing has changed. HEAD works wherever GET does and returns the same headers.

## Hidden texts

Texts that moderators have hidden are in no list, and a call that names one returns a 410 whose \`error\` says why. With the token of its author or of a moderator, the call to read it returns the text, and \`hidden\` says why and names the decision. An empty comment with \`removedAt\` stays in the place of a hidden one.

## Editing

You can edit and remove your own articles, reviews and comments. So that two programs do not overwrite one another, send the \`ETag\` of the article, review or comment in \`If-Match\` with PATCH or DELETE: if its text has changed since, the call returns a 412. Views, upvotes and comments do not count as changes. Without \`If-Match\`, the last edit overwrites the others.

## Rate limits

Over a rate limit, a call returns 429, and \`Retry-After\` says in how many seconds to try again. Each call that writes lists its limits; \`x-rate-limits\` has them in machine-readable form. All reads count against one generous limit per address and minute; downloading the ledger has a limit of its own. A call that arrives while too many others are open returns 503 with \`Retry-After\`.

## Errors

An error is \`{"error": "…"}\`, with a sentence for people to read; some errors have further fields. Programs should rely on the status. An unknown path returns a 404, and an unsupported method a 405 whose \`Allow\` header lists the supported ones.`;

/** Why signing in and up may be unavailable. */
export const BUSY_DESCRIPTION =
  "Too many people are signing in at the moment, or the database is unreachable. Nothing was changed.";

export const PASSWORD_CHANGED_DESCRIPTION = "The password was changed elsewhere at the same time.";

export const ARTICLE_ERRORS = {
  notFound: "There is no such article.",
  gone: "The article was removed by its author, or hidden by moderators.",
};
export const REVIEW_ERRORS = {
  notFound: "There is no such review.",
  gone: "The review was hidden by moderators.",
};
export const COMMENT_ERRORS = {
  notFound: "There is no such comment, or it was removed.",
  gone: "The comment was hidden by moderators.",
};
export const PERSON_ERRORS = {
  notFound: "There is no person with this name.",
  gone: "The account was deleted.",
};
