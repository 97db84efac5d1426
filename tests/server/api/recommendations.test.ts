import type { AppLoadContext } from "@remix-run/node";
import mongoose from "mongoose";
import { describe, expect, test, vi } from "vitest";
import { action } from "~/routes/api.$";
import { useDatabase } from "../../setup/database";
import { call, nextPath } from "../../setup/api";
import { addSignedIn } from "../../setup/people";
import { addMomentum, addSentiment, importMomentumCloses } from "../../setup/recommendations";

Object.assign(process.env, { RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" });
useDatabase();

const stored = () => mongoose.connection.collection("recommendations").countDocuments();
const at = (text: string) => new Date(`2026-${text}:00.000Z`);
const idsOf = async (response: Response) =>
  ((await response.json()) as { id: string }[]).map(({ id }) => id);
const pathOf = (kind: string) => `/api/${kind}-recommendations`;
const post = (path: string, options: Parameters<typeof call>[1] = {}) =>
  call(path, { method: "POST", ...options });
const generate = (kind: string, options: Parameters<typeof call>[1] = {}) =>
  post(`${pathOf(kind)}/generate`, options);

describe.each([
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
] as const)("GET /api/%s-recommendations", (kind, add, addOther, own) => {
  test("returns an array with only the fields of the specification, of this engine only", async () => {
    await addOther(at("02-02T09:00"));
    expect(await (await call(pathOf(kind))).json()).toEqual([]);
    const { id } = await add(at("02-08T23:30"));
    const response = await call(pathOf(kind));
    expect(response.status).toBe(200);
    expect(response.headers.get("Link")).toBeNull();
    const common = { createdAt: "2026-02-08T23:30:00.000Z", rationale: "A reason." };
    expect(await response.json()).toEqual([{ id, weekDate: "2026-02-02", ...common, ...own }]);
  });

  test("lists each once over its pages, the newest first, without a token or with an invalid one", async () => {
    const made = [];
    for (let i = 0; i < 7; i += 1) made.push(await add(at(`02-0${1 + i}T09:00`)));
    const whole = await idsOf(await call(pathOf(kind), { token: "x" }));
    expect(whole).toEqual(made.map(({ id }) => id).reverse());
    const read: string[] = [];
    let next: string | null = `${pathOf(kind)}?limit=3`;
    for (let pages = 0; next && pages < 9; pages += 1) {
      const response: Response = await call(next);
      read.push(...(await idsOf(response)));
      next = nextPath(response);
    }
    expect(read).toEqual(whole);
  });
});

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

  test("…/preview returns a recommendation that is marked as a preview and not listed", async () => {
    await importMomentumCloses();
    const member = await addSignedIn({ isMember: true });
    const made = await (await generate(kind, { token: member.token })).json();
    const { token } = await addSignedIn();
    const response = await post(`${pathOf(kind)}/preview`, { token });
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const shown = await response.json();
    expect(Object.keys(shown)).toEqual([...Object.keys(made), "isPreview"]);
    expect(shown.isPreview).toBe(true);
    expect(await (await call(pathOf(kind))).json()).toEqual([made]);
  });
});

test("a user who is not a member gets a 403 for momentum and a preview of sentiment, once there are some", async () => {
  await importMomentumCloses();
  const [first, second] = [await addSignedIn(), await addSignedIn()];
  expect((await generate("momentum", { token: first.token })).status).toBe(201);
  const refused = await generate("momentum", { token: second.token });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toEqual({
    error: "Only members of the organisation can generate momentum recommendations.",
  });
  const made = await (await generate("sentiment", { token: (await addSignedIn()).token })).json();
  expect(made).not.toHaveProperty("isPreview");
  const response = await generate("sentiment", { token: second.token });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ allocation: made.allocation, isPreview: true });
  expect(await (await call(pathOf("sentiment"))).json()).toEqual([made]);
});

test("without prices generating momentum returns 503, and only the log has the providers' error", async () => {
  const { token } = await addSignedIn({ isMember: true });
  const warn = vi.fn();
  const response = (await action({
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
