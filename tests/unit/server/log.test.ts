import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createLog, logConsole } from "../../../server/log";

/** Logs an error. @returns what is written of it */
function errorOf(err: unknown): unknown {
  let written = "";
  const write = (line: string) => void (written += line);
  vi.spyOn(pino, "destination").mockReturnValueOnce({ write } as never);
  createLog({ LOG_LEVEL: "info" }).error({ err }, "failed");
  return (JSON.parse(written) as { err: unknown }).err;
}

test("an error is written with its type, message, code and stack, and no other properties", () => {
  const cause = Object.assign(new Error("because"), { keyValue: { email: "secret" } });
  const error = Object.assign(new RangeError("it broke", { cause }), {
    code: 11000,
    value: "secret",
    errors: { email: { value: "secret" } },
    toJSON: () => ({ password: "secret" }),
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

test("console output of libraries, and warnings of Node, are written to the log", async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  vi.spyOn(pino, "destination").mockReturnValueOnce({ write } as never);
  const { error, warn, trace } = console;
  const listeners = process.listeners("warning");
  try {
    logConsole(createLog({ LOG_LEVEL: "info" }));
    console.warn("%d things\nare %s", 2, "wrong");
    console.error("it broke:", new RangeError("because"));
    process.emitWarning("This goes away.", "DeprecationWarning");
    await new Promise(setImmediate);
  } finally {
    Object.assign(console, { error, warn, trace });
    process.removeAllListeners("warning");
    for (const listener of listeners) process.on("warning", listener);
  }
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: "warn", msg: "2 things\nare wrong" },
    { level: "warn", msg: "it broke: RangeError: because", err: { type: "RangeError" } },
    { level: "warn", msg: "DeprecationWarning: This goes away." },
  ]);
});
