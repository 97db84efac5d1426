import { expect, test } from "vitest";
import { withHeadingLinks } from "~/services/content/heading-links";
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

test.each([
  [
    "# Past *returns*\n\n## Été",
    '<h2 id="user-content-past-returns"><a class="heading-link" href="#user-content-past-returns">Past <em>returns</em></a></h2>\n' +
      '<h3 id="user-content-été"><a class="heading-link" href="#user-content-%C3%A9t%C3%A9">Été</a></h3>',
  ],
  [
    "# A [link](https://example.org)",
    '<h2 id="user-content-a-link">A <a href="https://example.org" rel="ugc nofollow noopener">link</a></h2>',
  ],
])("the headings of %j link to themselves, unless they have a link", (markdown, html) => {
  expect(withHeadingLinks(renderMarkdown(markdown))).toBe(html);
});
