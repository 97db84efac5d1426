/** react-dom 18.3 leaves NUL bytes where a character of several bytes meets the end of its buffer. */
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { renderDocument } from "~/utils/http/render-document.server";

const render = (document: React.ReactElement) =>
  renderDocument(document, {
    timeoutMs: 5_000,
    onError: (error) => {
      throw error;
    },
  });

/** Characters of two, three and four bytes. */
const texts = ["é", "市", "🚀", "aé市🚀"];

/** Small pieces that together fill the buffer several times. */
const Page = ({ text, before }: { text: string; before: number }) => (
  <main>
    <p>{"x".repeat(before)}</p>
    {Array.from({ length: 120 }, (_, index) => (
      <p key={index} className={`${text} ${index}`}>
        {text.repeat(15)} &amp; {index}
      </p>
    ))}
  </main>
);

test.each(texts)("a document of %s is whole, wherever its characters fall", async (text) => {
  for (let before = 0; before < 64; before += 1) {
    const page = <Page text={text} before={before} />;
    const html = await render(page);
    expect(html).not.toMatch(/[\0\ufffd]/);
    expect(html).toBe(renderToString(page));
  }
});

test("a text of several buffers at once is whole", async () => {
  for (let before = 0; before < 4; before += 1) {
    const page = <p>{"x".repeat(before) + "市場🚀".repeat(2_000)}</p>;
    expect(await render(page)).toBe(renderToString(page));
  }
});

test("a failing document rejects with what its shell threw", async () => {
  const Broken = () => {
    throw new Error("broken");
  };
  const errors: unknown[] = [];
  await expect(
    renderDocument(<Broken />, { timeoutMs: 5_000, onError: (error) => void errors.push(error) }),
  ).rejects.toThrow("broken");
  expect(errors).toHaveLength(1);
});
