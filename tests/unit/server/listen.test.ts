import { expect, test } from "vitest";
import { addressKey } from "~/utils/http/request-client.server";
import { createHttpServer } from "../../../server/listen";

const create = (TRUST_PROXY: number) =>
  createHttpServer({ TRUST_PROXY, RATE_LIMITS: true }, { addressKey });

const SECOND = 1000;

test.each([0, 1])("a client that is too slow times out (%d proxies)", (TRUST_PROXY) => {
  const { headersTimeout, requestTimeout, timeout } = create(TRUST_PROXY);
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

test("a connection of a proxy is kept alive for longer than proxies do, and that of a client briefly", () => {
  // Proxies commonly keep their connections for a minute.
  expect(create(1).keepAliveTimeout).toBeGreaterThan(60 * SECOND);
  const alone = create(0).keepAliveTimeout;
  expect(alone).toBeGreaterThan(0);
  expect(alone).toBeLessThanOrEqual(10 * SECOND);
});
