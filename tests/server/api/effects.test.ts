/** The effects of authors in the API and on pages. */
import { expect, test } from "vitest";
import { addUser } from "../../setup/people";
import { call, ORIGIN } from "../../setup/api";
import { validationErrors } from "../../setup/api-document";
import { useDatabase } from "../../setup/database";
import { addEffects, addSentiment } from "../../setup/recommendations";
import { idOf } from "../../setup/rows";

useDatabase();

const CREATED = new Date("2026-01-22T09:06:00.000Z");

test("GET /api/sentiment-recommendations/{id}/effects lists whose texts moved it, in pages", async () => {
  const [mara, ida] = [await addUser({ name: "Mara" }), await addUser({ name: "Ida" })];
  const made = await addSentiment(CREATED);
  const path = `/api/sentiment-recommendations/${made.id}/effects`;
  expect(await (await call(path)).json()).toEqual({
    ...{ isComputed: false, isFromInputs: false, count: 0, price: null, effects: [] },
  });
  await addEffects(made, { [mara.id]: 4, [ida.id]: 2, [idOf(0xdead)]: 3 });
  const response = await call(`${path}?limit=2`);
  const answer: unknown = await response.json();
  expect(validationErrors({ $ref: "#/components/schemas/Effects" }, answer)).toEqual([]);
  const effect = (name: string | null, id: string, points: number) => ({
    ...{ name, author: id.slice(-6), points: { BTC: points, USDT: -points } },
    mentions: [{ token: "BTC", number: 1 }],
  });
  expect(answer).toEqual({
    ...{ isComputed: true, isFromInputs: false, count: 3, price: { least: null, most: null } },
    effects: [effect("Mara", mara.id, 4), effect(null, idOf(0xdead), 3)],
  });
  const [, next] = /<(.*)>; rel="next"/.exec(response.headers.get("Link")!)!;
  const rest = await call(next!.replace(ORIGIN, ""));
  expect(await rest.json()).toMatchObject({ effects: [effect("Ida", ida.id, 2)] });
  expect(rest.headers.get("Link")).toBeNull();
  expect((await call(`${path}?limit=0`)).status).toBe(400);
  for (const id of [idOf(1), "x", mara.id]) {
    expect((await call(`/api/sentiment-recommendations/${id}/effects`)).status).toBe(404);
  }
});

test("GET /api/people/{name}/effects lists what a person’s texts moved, newest first", async () => {
  const { id } = await addUser({ name: "Mara" });
  expect(await (await call("/api/people/Mara/effects")).json()).toEqual([]);
  const earlier = { id: idOf(1), createdAt: CREATED };
  const later = { id: idOf(2), createdAt: new Date("2026-01-29T09:06:00.000Z") };
  for (const made of [later, earlier]) await addEffects(made, { [id]: 4, [idOf(9)]: 1 });
  const response = await call("/api/people/mara/effects");
  const answer = (await response.json()) as object[];
  expect(answer).toEqual([
    expect.objectContaining({ recommendationId: idOf(2), weekDate: "2026-01-26" }),
    {
      recommendationId: idOf(1),
      weekDate: "2026-01-19",
      createdAt: CREATED.toISOString(),
      points: { BTC: 4, USDT: -4 },
      mentions: [{ token: "BTC", number: 1 }],
    },
  ]);
  const $ref = "#/components/schemas/PersonEffect";
  for (const item of answer) expect(validationErrors({ $ref }, item)).toEqual([]);
  expect((await call("/api/people/Nobody/effects")).status).toBe(404);
});
