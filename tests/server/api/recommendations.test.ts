import type { AppLoadContext } from "@remix-run/node";
import { describe, expect, test, vi } from "vitest";
import { action as generateMomentum } from "~/routes/api.momentum-recommendations.generate";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { call } from "../../setup/api";
import { addSignedIn } from "../../setup/people";
import { addMomentum, addSentiment, importMomentumCloses } from "../../setup/recommendations";

useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" });
useDatabase();

const stored = () => collection("recommendations").countDocuments();
const at = (text: string) => new Date(`2026-${text}:00.000Z`);
const pathOf = (kind: string) => `/api/${kind}-recommendations`;
const post = (path: string, options: Parameters<typeof call>[1] = {}) =>
  call(path, { method: "POST", ...options });
const generate = (kind: string, options: Parameters<typeof call>[1] = {}) =>
  post(`${pathOf(kind)}/generate`, options);

test.each([
  [
    "momentum",
    addMomentum,
    addSentiment,
    {
      btcAllocation: 20,
      solAllocation: 30,
      usdtAllocation: 50,
      btcRoc: 10,
      solRoc: 30.25,
      usdtRoc: null,
    },
  ],
  [
    "sentiment",
    addSentiment,
    addMomentum,
    { token: "BTC", mentionCount: 1234, allocation: { BTC: 29, SOL: 15, USDT: 56 } },
  ],
] as const)(
  "GET /api/%s-recommendations returns an array with only the fields of the specification, of this engine only",
  async (kind, add, addOther, own) => {
    await addOther(at("02-02T09:00"));
    expect(await (await call(pathOf(kind))).json()).toEqual([]);
    const { id } = await add(at("02-08T23:30"));
    const response = await call(pathOf(kind));
    expect(response.status).toBe(200);
    expect(response.headers.get("Link")).toBeNull();
    const common = { createdAt: "2026-02-08T23:30:00.000Z", rationale: "A reason." };
    expect(await response.json()).toEqual([{ id, weekDate: "2026-02-02", ...common, ...own }]);
  },
);

describe.each(["momentum", "sentiment"])("POST /api/%s-recommendations", (kind) => {
  test("…/generate ignores a body, and returns 201 with the recommendation as the list then shows it", async () => {
    await importMomentumCloses();
    const { token } = await addSignedIn({ isMember: true });
    const headers = { "Content-Type": "text/plain" };
    const response = await generate(kind, { token, text: "limit=1&at=1999", headers });
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const made = await response.json();
    expect(Date.parse(made.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(await (await call(pathOf(kind))).json()).toEqual([made]);
  });
});

test("without prices generating momentum returns 503, and only the log has the providers' error", async () => {
  const { token } = await addSignedIn({ isMember: true });
  const warn = vi.fn();
  const response = (await generateMomentum({
    request: new Request("http://localhost/api/momentum-recommendations/generate", {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
    }),
    params: {},
    context: { log: { warn } } as unknown as AppLoadContext,
  })) as Response;
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ error: "Failed to generate momentum recommendation" });
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { err: new Error("no provider is asked for prices") },
    "Failed to generate momentum recommendation",
  );
  expect(await stored()).toBe(0);
});
