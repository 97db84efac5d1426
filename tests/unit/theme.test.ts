import { describe, expect, test } from "vitest";
import { action } from "~/routes/theme";

const post = (fields: Record<string, string>) =>
  action({
    request: new Request("http://localhost/theme", {
      method: "POST",
      body: new URLSearchParams(fields),
    }),
    params: {},
    context: {} as never,
  });

describe("the form of the colour scheme", () => {
  test("never redirects to another site", async () => {
    const response = await post({ scheme: "dark", redirectTo: "//evil.example" });
    expect(response.headers.get("Location")).toBe("/");
  });

  test("refuses an unknown scheme", async () => {
    await expect(post({ scheme: "blue" })).rejects.toMatchObject({ status: 400 });
  });
});
