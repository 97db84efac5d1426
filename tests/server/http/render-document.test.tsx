/** Documents that are rendered synchronously, or as a stream if something in them suspends. */
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

/** Characters that have two, three and four bytes in UTF-8. */
const texts = ["é", "市", "🚀", "aé市🚀"];

/** A component that suspends for a moment, so that the document is rendered as a stream. */
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

test("a document in which nothing suspends is rendered synchronously", async () => {
  const page = <Page text="市" before={3} />;
  expect(await render(page)).toBe(renderToString(page));
});

test("a streamed document has no doctype either", async () => {
  const Late = createLate();
  const html = await render(
    <html lang="en">
      <body>
        <Suspense fallback="not yet">
          <Late />
        </Suspense>
      </body>
    </html>,
  );
  expect(html).toMatch(/^<html lang="en"><body>/);
});

// react-dom 18.3 writes NUL bytes if a multi-byte character crosses the end of its buffer.
test.each(texts)("a stream of %s is intact wherever the buffer ends", async (text) => {
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

test("an error in the shell rejects, one inside a Suspense boundary is reported beside the rest", async () => {
  const Broken = () => {
    throw new Error("broken");
  };
  const errors: unknown[] = [];
  const options = { timeoutMs: 5_000, onError: (error: unknown) => void errors.push(error) };
  await expect(renderDocument(<Broken />, options)).rejects.toThrow("broken");
  const html = await renderDocument(
    <main>
      <p>whole</p>
      <Suspense fallback="missing">
        <Broken />
      </Suspense>
    </main>,
    options,
  );
  expect(html).toContain("<p>whole</p>");
  expect(html).toContain("missing");
  expect(errors).toEqual([new Error("broken"), new Error("broken")]);
});
