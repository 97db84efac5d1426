import { describe, expect, test } from "vitest";
import { redirectWithToast, takeToast } from "~/utils/toasts/toast.server";
import type { Toast } from "~/utils/toasts/toast";
import { toasts } from "~/utils/toasts/toasts";

const withCookie = (cookie?: string) =>
  new Request("http://localhost/", { headers: cookie ? { Cookie: cookie } : {} });

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

test.each<[keyof typeof toasts, Toast["kind"], string, string]>([
  ["upvote.done", "success", "Success", "Article upvoted!"],
  ["upvote.needsLogin", "error", "Authentication required", "Please log in to upvote articles."],
  ["upvote.failed", "error", "Error", "Failed to upvote article."],
  ["comment.done", "success", "Success", "Comment posted!"],
  ["comment.needsLogin", "error", "Error", "Please log in to comment."],
  ["comment.failed", "error", "Error", "Failed to post comment."],
  ["review.done", "success", "Success", "Review added successfully!"],
  ["review.needsLogin", "error", "Authentication Required", "Please log in to submit a review."],
  ["review.failed", "error", "Error", "Failed to create review"],
  ["generateMomentum.done", "success", "Success", "New momentum recommendation generated!"],
  ["generateMomentum.failed", "error", "Error", "Failed to generate momentum recommendation"],
  ["momentumUnavailable", "error", "Error", "Failed to fetch momentum recommendations"],
  ["generateSentiment.done", "success", "Success", "New sentiment recommendation generated!"],
  ["generateSentiment.failed", "error", "Error", "Failed to generate sentiment recommendation"],
  ["sentimentUnavailable", "error", "Error", "Failed to fetch sentiment recommendations"],
])("%s has the text of the specification", (key, kind, title, description) => {
  expect(toasts[key]).toEqual({ kind, title, description });
});

describe("a toast for the next page", () => {
  test("is shown there and then removed", async () => {
    const response = await redirectWithToast("/community", "comment.done");
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe("/community");
    const { toast, headers } = await takeToast(withCookie(cookieOf(response)));
    expect(toast).toEqual(toasts["comment.done"]);
    expect(headers.get("Set-Cookie")).toMatch(/^toast=;.*Max-Age=0/);
  });

  test("links to what was posted, and only to a page of this site", async () => {
    const linkOf = async (to: string) => {
      const cookie = cookieOf(await redirectWithToast("/community", "comment.done", { to }));
      return (await takeToast(withCookie(cookie))).toast;
    };
    const to = "/article/1?comment=2#comment-2";
    expect(await linkOf(to)).toEqual({ ...toasts["comment.done"], to });
    for (const forged of ["//evil.example", "javascript:alert(1)", "https://evil.example/"])
      expect(await linkOf(forged)).toMatchObject({ to: "/" });
  });

  test("is not shown if it is forged, but still removed", async () => {
    for (const value of ["You won a prize", "__proto__", "toString", { title: "x" }]) {
      const forged = btoa(JSON.stringify(value));
      const { toast, headers } = await takeToast(withCookie(`toast=${forged}`));
      expect(toast).toBeNull();
      expect(headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
    }
  });
});
