/** Documents rendered at once, and by a stream where something in them has to be waited for. */
import { Suspense } from "react";
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

/** Something that is there a moment later, so that the document is rendered by a stream. */
function createLate() {
  let isThere = false;
  const arriving = Promise.resolve().then(() => void (isThere = true));
  return function Late() {
    if (!isThere) throw arriving;
    return <p>late</p>;
  };
}

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

test("a document that waits for nothing is rendered at once", async () => {
  const page = <Page text="市" before={3} />;
  expect(await render(page)).toBe(renderToString(page));
});

test("a document comes without its doctype, whichever way it is rendered", async () => {
  const Late = createLate();
  const late = (
    <Suspense fallback="not yet">
      <Late />
    </Suspense>
  );
  for (const part of [<p key="part">now</p>, late]) {
    const html = await render(
      <html lang="en">
        <body>{part}</body>
      </html>,
    );
    expect(html).toMatch(/^<html lang="en"><body>/);
  }
});

// react-dom 18.3 leaves NUL bytes where a character of several bytes meets the end of its buffer.
test.each(texts)("a stream of %s is whole, wherever its characters fall", async (text) => {
  for (let before = 0; before < 64; before += 1) {
    const Late = createLate();
    const page = <Page text={text} before={before} />;
    const html = await render(
      <div>
        {page}
        <Suspense fallback="not yet">
          <Late />
        </Suspense>
      </div>,
    );
    expect(html).not.toMatch(/[\0\ufffd]/);
    expect(html).toContain(renderToString(page));
    expect(html).toContain("<p>late</p>");
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

test("an error in a part of a document is reported, and the rest is there", async () => {
  const Broken = () => {
    throw new Error("broken");
  };
  const errors: unknown[] = [];
  const html = await renderDocument(
    <main>
      <p>whole</p>
      <Suspense fallback="missing">
        <Broken />
      </Suspense>
    </main>,
    { timeoutMs: 5_000, onError: (error) => void errors.push(error) },
  );
  expect(html).toContain("<p>whole</p>");
  expect(html).toContain("missing");
  expect(errors).toEqual([new Error("broken")]);
});
