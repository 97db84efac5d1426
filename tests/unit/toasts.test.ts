import { describe, expect, test } from "vitest";
import { redirectWithToast, takeToast } from "~/utils/toasts/toast.server";
import { toasts, type Toast } from "~/utils/toasts/toasts";

const withCookie = (cookie?: string) =>
  new Request("http://localhost/", { headers: cookie ? { Cookie: cookie } : {} });

const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

test.each<[keyof typeof toasts, Toast["kind"], string, string]>([
  ["articleUpvoted", "success", "Success", "Article upvoted!"],
  ["upvoteNeedsLogin", "error", "Authentication required", "Please log in to upvote articles."],
  ["upvoteFailed", "error", "Error", "Failed to upvote article."],
  ["commentPosted", "success", "Success", "Comment posted!"],
  ["commentNeedsLogin", "error", "Error", "Please log in to comment."],
  ["commentFailed", "error", "Error", "Failed to post comment."],
  ["reviewAdded", "success", "Success", "Review added successfully!"],
  ["reviewNeedsLogin", "error", "Authentication Required", "Please log in to submit a review."],
  ["reviewFailed", "error", "Error", "Failed to create review"],
  ["momentumGenerated", "success", "Success", "New momentum recommendation generated!"],
  ["momentumGenerateFailed", "error", "Error", "Failed to generate momentum recommendation"],
  ["momentumUnavailable", "error", "Error", "Failed to fetch momentum recommendations"],
  ["sentimentGenerated", "success", "Success", "New sentiment recommendation generated!"],
  ["sentimentGenerateFailed", "error", "Error", "Failed to generate sentiment recommendation"],
  ["sentimentUnavailable", "error", "Error", "Failed to fetch sentiment recommendations"],
])("%s has the text of the specification", (key, kind, title, description) => {
  expect(toasts[key]).toEqual({ kind, title, description });
});

describe("a toast for the next page", () => {
  test("is shown there and then removed", async () => {
    const response = await redirectWithToast("/community", "commentPosted");
    expect(response.status).toBe(302);
    expect(response.headers.get("Location")).toBe("/community");
    const { toast, headers } = await takeToast(withCookie(cookieOf(response)));
    expect(toast).toEqual(toasts.commentPosted);
    expect(headers.get("Set-Cookie")).toMatch(/^toast=;.*Max-Age=0/);
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
