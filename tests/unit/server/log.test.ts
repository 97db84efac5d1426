import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createLog } from "../../../server/log";

/** What is written of something that went wrong. */
function errorOf(err: unknown): unknown {
  let written = "";
  const write = (line: string) => void (written += line);
  vi.spyOn(pino, "destination").mockReturnValueOnce({ write } as never);
  createLog({ LOG_LEVEL: "info" }).error({ err }, "failed");
  return (JSON.parse(written) as { err: unknown }).err;
}

test("an error is written by its type, message, code and stack, and nothing else it carries", () => {
  const cause = Object.assign(new Error("because"), { keyValue: { email: "secret" } });
  const error = Object.assign(new RangeError("it broke", { cause }), {
    ...{ code: 11000, value: "secret", errors: { email: { value: "secret" } } },
    ...{ toJSON: () => ({ password: "secret" }) },
  });
  const written = errorOf(error);
  expect(written).toEqual({
    type: "RangeError",
    message: expect.stringContaining("it broke"),
    code: 11000,
    stack: expect.stringMatching(/it broke[^]*because/),
  });
  expect(JSON.stringify(written)).not.toContain("secret");
});

test("of what is thrown and is no error only its kind is written", () => {
  expect(errorOf({ password: "secret" })).toEqual({ type: "object" });
  expect(errorOf("secret")).toEqual({ type: "string" });
});
