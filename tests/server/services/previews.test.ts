/** Previews of recommendations: shown to signed-in users, cached for a minute, and not stored. */
import mongoose from "mongoose";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Viewer } from "~/domain/viewer";
import { storeCollectedEvents } from "~/services/events/events.server";
import { isPreview } from "~/services/recommendations/engine.server";
import { momentumEngine } from "~/services/recommendations/momentum.server";
import { sentimentEngine } from "~/services/recommendations/sentiment.server";
import { refreshTrust } from "~/services/recommendations/trust.server";
import { serializeMomentum, serializeSentiment } from "~/presenters/recommendations";
import { collection, useDatabase } from "../../setup/database";
import { useEnvironment } from "../../setup/environment";
import { addMentions, someMention } from "../../setup/mentions";
import { outcomeOf } from "../../setup/outcomes";
import { addUser } from "../../setup/people";
import { importMomentumCloses } from "../../setup/recommendations";

useEnvironment({ RATE_LIMITS: "on", RATE_LIMIT_GENERATES: "1" });
useDatabase();
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const isId = (outcome: string) => /^[0-9a-f]{24}$/.test(outcome);

/** Adds positive mentions of BTC by four authors, an hour before a moment. */
const addPraise = (moment: Date) =>
  addMentions(
    Array.from({ length: 4 }, () => someMention({ createdAt: moment.getTime() - 60 * MINUTE })),
  );

async function everything(): Promise<Record<string, number>> {
  await storeCollectedEvents();
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const counts = await Promise.all(
    collections
      .filter(({ collectionName }) => collectionName !== "limits")
      .map(async (each) => [each.collectionName, await each.countDocuments()] as const),
  );
  return Object.fromEntries(counts);
}

const engines = [
  {
    engine: "momentum",
    preview: momentumEngine.preview,
    make: momentumEngine.make,
    show: serializeMomentum,
  },
  {
    engine: "sentiment",
    preview: sentimentEngine.preview,
    make: sentimentEngine.make,
    show: serializeSentiment,
  },
] as {
  engine: "momentum" | "sentiment";
  preview: (viewer: Viewer | null) => ReturnType<typeof sentimentEngine.preview>;
  make: (at: Date) => ReturnType<typeof sentimentEngine.make>;
  show: typeof serializeSentiment;
}[];

describe.each(engines)("a preview of $engine", ({ engine, preview, make, show }) => {
  test("equals a generation at that moment, and is marked as a preview", async () => {
    const now = new Date("2026-02-04T10:30:00.000Z");
    vi.useFakeTimers({ toFake: ["Date"], now });
    await importMomentumCloses(now);
    await addPraise(now);
    const shown = await preview(await addUser());
    expect(shown).toMatchObject({ isPreview: true, day: "2026-02-04", weekDate: "2026-02-02" });
    const made = await make(now);
    expect(isPreview(made)).toBe(false);
    expect({ ...show(shown), id: "" }).toEqual({ ...show(made), id: "" });
    expect(shown.id).not.toBe(made.id);
  });

  test("stores nothing, and records no event", async () => {
    await importMomentumCloses();
    await addPraise(new Date());
    const viewer = await addUser();
    await refreshTrust();
    const before = await everything();
    expect(isId((await preview(viewer)).id)).toBe(true);
    expect(await everything()).toEqual(before);
  });

  test("needs a signed-in user", async () => {
    await expect(preview(null)).rejects.toMatchObject({
      kind: "unauthenticated",
      message: "Please log in to see a preview.",
    });
  });

  test("is computed once for all users, and again after a minute", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await importMomentumCloses();
    const people = await Promise.all(Array.from({ length: 12 }, () => addUser()));
    const shown = await Promise.all(people.slice(0, 10).map(preview));
    const ids = new Set(shown.map(({ id }) => id));
    expect(ids.size).toBe(1);
    vi.setSystemTime(Date.now() + MINUTE - 1_000);
    expect(ids.has((await preview(people[10]!)).id)).toBe(true);
    vi.setSystemTime(Date.now() + MINUTE);
    expect(ids.has((await preview(people[11]!)).id)).toBe(false);
  });

  test("is limited as generations are, once a minute for each user, but by itself", async () => {
    await importMomentumCloses();
    const [mara, ida] = [await addUser({ isMember: true }), await addUser({ isMember: true })];
    const generate = engine === "momentum" ? momentumEngine.generate : sentimentEngine.generate;
    const outcomes = [
      await outcomeOf(preview(mara)),
      await outcomeOf(preview(mara)),
      // What was previewed can be published at once.
      await outcomeOf(generate(mara)),
      await outcomeOf(generate(mara)),
      await outcomeOf(preview(ida)),
    ];
    expect(outcomes.map((outcome) => (isId(outcome) ? "shown" : outcome))).toEqual([
      ...["shown", "limited", "shown", "limited", "shown"],
    ]);
  });
});

test("a preview that fails is not cached, and does not count against the limit", async () => {
  const [mara, ida] = [await addUser(), await addUser()];
  const outcomes = await Promise.all(
    [mara, ida].map((user) => outcomeOf(momentumEngine.preview(user))),
  );
  expect(outcomes).toEqual(["unavailable", "unavailable"]);
  await importMomentumCloses();
  expect(isId(await outcomeOf(momentumEngine.preview(mara)))).toBe(true);
  expect(await outcomeOf(momentumEngine.preview(mara))).toBe("limited");
});

test("generating with the specification's endpoint stores for members, and for others while there is no recommendation", async () => {
  const stored = () => collection("recommendations").countDocuments();
  await expect(sentimentEngine.generateOrPreview(null)).rejects.toMatchObject({
    kind: "unauthenticated",
    message: "Please log in to generate recommendations.",
  });
  const first = await sentimentEngine.generateOrPreview(await addUser());
  expect(isPreview(first)).toBe(false);
  const second = await sentimentEngine.generateOrPreview(await addUser());
  expect(isPreview(second)).toBe(true);
  expect(await stored()).toBe(1);
  const third = await sentimentEngine.generateOrPreview(await addUser({ isMember: true }));
  expect(isPreview(third)).toBe(false);
  expect(await stored()).toBe(2);
});
