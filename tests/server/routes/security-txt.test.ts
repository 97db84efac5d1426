import { afterAll, expect, test, vi } from "vitest";
import { setEnvironment } from "~/config/env.server";
import { loader } from "~/routes/[.]well-known.security[.]txt";

afterAll(() => setEnvironment(process.env));

function ask(env: Record<string, string>): Response {
  setEnvironment(env);
  const request = new Request("https://site.example/.well-known/security.txt");
  return loader({ request, params: {}, context: {} as never });
}

test("is a 404 without SECURITY_CONTACT", () => {
  const answer = ask({});
  expect(answer.status).toBe(404);
});

test("has the contact and a date of expiry", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-15T12:00:00Z") });
  const env = { SECURITY_CONTACT: "a@b.example", APP_ORIGIN: "https://site.example" };
  const answer = ask(env);
  vi.useRealTimers();
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toBe(
    [
      "Contact: mailto:a@b.example",
      "Expires: 2026-08-28T00:00:00.000Z",
      "Preferred-Languages: en",
      "Canonical: https://site.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});
