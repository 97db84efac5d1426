/** Forms that get no answer: their page stays as it is, with a message. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { formMessages, messagesOf, type FormIntent } from "~/utils/forms/form-messages";
import type { FormResult } from "~/utils/forms/form-result";
import { formClientAction } from "~/utils/forms/offline-fallback";

beforeEach(() => vi.stubGlobal("navigator", { onLine: false }));
afterEach(() => vi.unstubAllGlobals());

/** Sends a form to the `clientAction` of its page; nothing answers. */
async function send(intent: FormIntent, fields: Record<string, string> = {}) {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: new URLSearchParams({ intent, ...fields }),
  });
  const serverAction = () => Promise.reject(new TypeError("Failed to fetch"));
  const args = { request, params: {}, serverAction };
  const answer = (await formClientAction()(args as never)) as Response;
  return { status: answer.status, result: (await answer.json()) as FormResult };
}

const OFFLINE = "You seem to be offline. Please try again when you are connected.";

describe("without a connection", () => {
  test.each(Object.keys(formMessages) as FormIntent[])(
    "the form to %s says that it failed, and why",
    async (intent) => {
      const { status, result } = await send(intent);
      const { failed, failsQuietly } = messagesOf(intent);
      expect(status).toBe(504);
      expect(result).toMatchObject({ intent, formError: { kind: "offline", title: failed.title } });
      expect(result.formError?.message).toContain(OFFLINE);
      expect(result.toast).toEqual(failsQuietly ? undefined : failed);
    },
  );

  test("the message is for the item or the article whose form it was", async () => {
    const ended = await send("endSession", { session: "1" });
    expect(ended.result).toMatchObject({ item: "1" });
    expect((await send("upvote", { article: "2" })).result).toMatchObject({ article: "2" });
  });
});
