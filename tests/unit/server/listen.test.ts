import { expect, test } from "vitest";
import { createHttpServer } from "../../../server/listen";

const SECOND = 1000;

test.each([0, 1])("a client slower than any honest one is given up (%d proxies)", (TRUST_PROXY) => {
  const { headersTimeout, requestTimeout, timeout } = createHttpServer({
    TRUST_PROXY,
    RATE_LIMITS: true,
  });
  for (const [limit, most] of [
    [headersTimeout, 30],
    [requestTimeout, 60],
    [timeout, 300],
  ] as const) {
    expect(limit, "0 is no limit").toBeGreaterThan(0);
    expect(limit).toBeLessThanOrEqual(most * SECOND);
  }
  expect(headersTimeout).toBeLessThanOrEqual(requestTimeout);
});

test("a proxy's connection is kept longer than the proxy keeps it, a visitor's is not", () => {
  // Proxies commonly keep theirs for a minute.
  expect(createHttpServer({ TRUST_PROXY: 1, RATE_LIMITS: true }).keepAliveTimeout).toBeGreaterThan(
    60 * SECOND,
  );
  const alone = createHttpServer({ TRUST_PROXY: 0, RATE_LIMITS: true }).keepAliveTimeout;
  expect(alone).toBeGreaterThan(0);
  expect(alone).toBeLessThanOrEqual(10 * SECOND);
});
