import { expect, test } from "vitest";
import * as effects from "~/models/author-effect.server";
import { collection, useDatabase } from "../../setup/database";
import { expectIndexed, needsMongoPlans } from "../../setup/plans";
import { addEffects } from "../../setup/recommendations";
import { idOf } from "../../setup/rows";

useDatabase();
needsMongoPlans();

test("every read of effects uses an index", async () => {
  const authors = Array.from({ length: 60 }, (_, i) => idOf(100 + i));
  const points = Object.fromEntries(authors.map((author, i) => [author, 1 + i]));
  for (const week of [1, 2, 3]) {
    await addEffects({ id: idOf(week), createdAt: new Date(week * 86_400_000) }, points);
  }
  await expectIndexed(() => effects.listEffectsOn(idOf(2), { limit: 5 }), 6);
  await expectIndexed(() => effects.listEffectsBy(idOf(130), { limit: 2 }), 3);
  await expectIndexed(() => effects.countEffectsOn(idOf(2)), 60);
  await expectIndexed(() => effects.findWithEffects([idOf(2), idOf(4)]), 2);
  await expectIndexed(() => effects.removeEffectsBy(idOf(130)), 3);
  await effects.transferEffects(idOf(131), idOf(9));
  expect(await collection("author-effects").countDocuments({ author: idOf(9) })).toBe(3);
});

test("effects that are stored again replace the former ones", async () => {
  const made = { id: idOf(1), createdAt: new Date() };
  await addEffects(made, { [idOf(2)]: 4, [idOf(3)]: 1 });
  await addEffects(made, { [idOf(2)]: 5 });
  const { items } = await effects.listEffectsOn(idOf(1), { limit: 5 });
  expect(items.map(({ points }) => points)).toEqual([{ BTC: 5, USDT: -5 }]);
});
