import { expect, test } from "vitest";
import { renderMarkdown } from "~/services/content/markdown.server";
import { withDirections } from "~/services/content/text-direction";

test.each([
  ["<p>One</p>\n<p>Two</p>", '<p dir="auto">One</p>\n<p dir="auto">Two</p>'],
  ['<h2 id="a">One</h2>', '<h2 id="a" dir="auto">One</h2>'],
  ['<td align="right">1</td>', '<td align="right" dir="auto">1</td>'],
  ["<pre><code>x</code></pre>", '<pre dir="ltr"><code>x</code></pre>'],
  ["<p>1 > 0</p>", '<p dir="auto">1 > 0</p>'],
  ["<picture>x</picture>", "<picture>x</picture>"],
])("%j finds its direction as %j", (html, expected) => {
  expect(withDirections(html)).toBe(expected);
});

test.each(['<p class="x">', '"><p>'])("the attribute %j is no tag", (attribute) => {
  const html = renderMarkdown(
    `[x](https://example.org '${attribute}') <abbr title='${attribute}'>y</abbr>`,
  );
  expect(withDirections(html)).toBe(html.replace(/^<p>/, '<p dir="auto">'));
});
