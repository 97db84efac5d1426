import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { forgetAllTexts, keepText, readKeptText } from "~/utils/browser/kept-text";

/** As in a browser, the stored values are properties, too. */
const storage = Object.create({
  getItem(this: Record<string, string>, name: string) {
    return this[name] ?? null;
  },
  setItem(this: Record<string, string>, name: string, value: string) {
    this[name] = value;
  },
  removeItem(this: Record<string, string>, name: string) {
    delete this[name];
  },
}) as Record<string, string>;
beforeAll(() => void vi.stubGlobal("localStorage", storage));
afterAll(() => void vi.unstubAllGlobals());

test("kept text is read only by its owner, or by anybody if it was typed before signing in", () => {
  keepText("article", "mara", { title: "Mine" });
  keepText("comment", null, { content: "Anybody's" });
  expect(readKeptText("article", "mara")).toEqual({ title: "Mine" });
  expect([readKeptText("article", "ida"), readKeptText("article", null)]).toEqual([null, null]);
  expect(readKeptText("comment", "ida")).toEqual({ content: "Anybody's" });
});

test("signing out removes every kept text, and nothing else", () => {
  Object.assign(storage, { scheme: "dark" });
  keepText("article", "mara", { title: "Mine" });
  forgetAllTexts();
  expect({ ...storage }).toEqual({ scheme: "dark" });
});

test.each([
  "{",
  "null",
  '{"owner":"mara"}',
  '{"owner":1,"text":{}}',
  '{"owner":null,"text":{"a":1}}',
])("what is stored as %s is no kept text", (value) => {
  Object.assign(storage, { "typed:article": value });
  expect(readKeptText("article", "mara")).toBeNull();
});
