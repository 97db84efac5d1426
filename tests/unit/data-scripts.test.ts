import type { EntryContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { dataScripts } from "~/utils/http/data-scripts.server";

const contextOf = (pieces: string[], didRenderScripts = true) =>
  ({
    renderMeta: { didRenderScripts },
    serverHandoffStream: new Blob(pieces).stream(),
  }) as unknown as EntryContext;

test("one script has all the data, and another closes the stream", async () => {
  expect(await dataScripts(contextOf(["[1,", "2]\n"]), "abc")).toBe(
    "<script nonce=\"abc\">window.__remixContext.streamController.enqueue('[1,2]\\n');</script>" +
      '<script nonce="abc">window.__remixContext.streamController.close();</script>',
  );
});

test("nothing in the data can end the script", async () => {
  const text = '</script><script>alert(1)</script>&\u2028\u2029<!--\'"\\\'\\"\\\\"${1}`';
  const scripts = await dataScripts(contextOf([text]), undefined);
  expect(scripts.match(/<\/script>/g)).toHaveLength(2);
  expect(scripts).not.toMatch(/[&\u2028\u2029]|<!--/);
  const [, literal = ""] = /enqueue\(('.*')\);/.exec(scripts) ?? [];
  expect(new Function(`return ${literal}`)()).toBe(text);
});

test("a document without scripts gets no data", async () => {
  expect(await dataScripts(contextOf(["[]"], false), "abc")).toBe("");
});
