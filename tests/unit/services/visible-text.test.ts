/** What of an article the sentiment engine scores. */
import { expect, test } from "vitest";
import { visibleTexts } from "~/services/scoring/visible-text.server";

const visible = (markdown: string) =>
  visibleTexts("article", [markdown])[0]!
    .replace(/\s*\n\s*/g, "\n")
    .trim();

test.each([
  ["r<g and g>0, Array<string> <3", "r<g and g>0, Array<string> <3"],
  ["<div>Great.</div><div>Bad.</div>", "Great.\nBad."],
  ["great<!-- x -->bad", "great bad"],
  ["Great[^1] news.\n\n[^1]: A *bad* source", "Great news.\nA bad source"],
  ["great\n$$\nbad = x\n$$\nnews", "great\nnews"],
  ["good `bad` **「great」**です ~~bad~~ 1~2", "good great です 1~2"],
])("%j", (markdown, text) => {
  expect(visible(markdown).replace(/ +/g, " ")).toBe(text);
});
