/** Many people and moderators at one moment: whatever the order, the numbers of each case are those of its flags. */
import { expect, test } from "vitest";
import { weightTogether } from "~/domain/flag-weight";
import type { ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import * as flags from "~/models/flag.server";
import * as cases from "~/models/moderation-case.server";
import { findArticle } from "~/models/article.server";
import { sumOpenFlags } from "~/models/flag-counts.server";
import { listOpenCases } from "~/models/queue-cases.server";
import { setRole } from "~/models/user-role.server";
import { decide } from "~/services/moderation/decide.server";
import { raiseFlag, settleFlags, withdrawFlag } from "~/services/moderation/flags.server";
import { collection, useDatabase } from "../../../setup/database";
import { kindOf } from "../../../setup/outcomes";
import { addArticle, addUser } from "../../../setup/people";
import { expectIndexed, needsMongoPlans } from "../../../setup/plans";
import { idOf } from "../../../setup/rows";

useDatabase();

const times = <Item>(count: number, make: (i: number) => Promise<Item>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const targetOf = ({ id }: { id: string }): ModerationTarget => ({ kind: "article", id });

async function scene(people: number, texts: number) {
  const author = await addUser();
  return {
    flaggers: await times(people, () => addUser()),
    targets: (await times(texts, () => addArticle({ author }))).map(targetOf),
  };
}

async function addModerator(): Promise<Viewer> {
  const user = await addUser();
  await setRole(user.id, "moderator");
  return { ...user, role: "moderator" };
}

/** Compares the numbers of all cases with the rows of flags, counted one by one. */
async function expectCounted(targets: readonly ModerationTarget[]) {
  for (const target of targets) {
    const open = await flags.listOpenAfter(target, null, 1000);
    const of = (isProven: boolean) => {
      const some = open.filter(({ upheldBefore }) => upheldBefore > 0 === isProven);
      const weight = some.reduce((sum, flag) => sum + flag.weight, 0);
      return { flags: some.length, weight };
    };
    const weight = weightTogether(of(true), of(false));
    const found = await cases.findCase(target);
    expect(found).toMatchObject({
      flags: open.length,
      byUnproven: of(false).flags,
      isOpen: open.length > 0,
      weight: expect.closeTo(weight, 9) as number,
    });
  }
  expect(await collection("moderation-cases").countDocuments({ isUncounted: true })).toBe(0);
}

test("a thousand flags by fifty people on a hundred texts, with twenty moderators deciding", async () => {
  const { flaggers, targets } = await scene(50, 100);
  const moderators = await times(20, addModerator);
  const raised = targets.flatMap((target, i) =>
    Array.from({ length: 10 }, (_, n) => [flaggers[(i + 5 * n) % 50]!, target] as const),
  );
  const flagging = raised.map(([person, target], i) =>
    raiseFlag(person, { ...target, reason: i % 2 ? "spam" : "abuse" }),
  );
  // Two of the moderators come to each text at the same time.
  const act = (i: number, moderator: number, revision?: number) =>
    decide(moderators[moderator % 20]!, targets[i]!, {
      ...{ decision: i % 2 ? "dismiss" : "lock", reason: "spam", note: "Seen.", revision },
    });
  const deciding = times(40, async (i) => [
    await kindOf(act(i, i, 0)),
    await kindOf(act(i, i + 1, 0)),
  ]);
  await Promise.all([...flagging, deciding]);
  expect((await deciding).map((outcomes) => outcomes.sort())).toEqual(
    targets.slice(0, 40).map(() => ["conflict", "ok"]),
  );
  expect(await collection("flags").countDocuments()).toBe(1000);
  await expectCounted(targets);
  const settled = await collection("flags").distinct("decision");
  expect(settled.length).toBeLessThanOrEqual(40);
  expect(await collection("moderation-decisions").countDocuments()).toBe(40);
  const queued = await listOpenCases({}, { after: null, limit: 100 });
  expect(queued.items.map(({ weight }) => weight)).toEqual(
    queued.items.map(({ weight }) => weight).sort((one, other) => other - one),
  );
  expect(queued.items.length).toBeGreaterThanOrEqual(60);

  // Some are taken back while others are settled.
  const withdrawn = raised.slice(700).map((one) => kindOf(withdrawFlag(...one)));
  const settling = times(30, (i) => act(99 - i, i));
  const outcomes = await Promise.all(withdrawn);
  await settling;
  const taken = outcomes.filter((outcome) => outcome === "ok").length;
  expect(outcomes.filter((outcome) => outcome !== "ok" && outcome !== "conflict")).toEqual([]);
  expect(await collection("flags").countDocuments()).toBe(1000 - taken);
  await expectCounted(targets);
});

test("a ring of fifty hides nothing, weighs little, and less each time", async () => {
  const { flaggers: ring, targets } = await scene(50, 3);
  const [first, second, honest] = targets as [ModerationTarget, ModerationTarget, ModerationTarget];
  const before = await findArticle(first.id);
  const all = (people: readonly Viewer[], target: ModerationTarget) =>
    Promise.all(people.map((person) => raiseFlag(person, { ...target, reason: "spam" })));
  await all(ring, first);
  const ringed = await cases.findCase(first);
  expect(await findArticle(first.id)).toEqual(before);
  expect(ringed).toMatchObject({ flags: 50, byUnproven: 50, byYoungAccounts: 0 });
  expect(ringed!.weight).toBeCloseTo(Math.sqrt(50) / 2);
  await settleFlags(first, { decisionId: idOf(1), isUpheld: false });
  await all(ring, second);
  expect((await cases.findCase(second))!.weight).toBeCloseTo(Math.sqrt(50) / 3);

  // Four people of whom a few were upheld before outweigh it.
  const right = await times(4, () => addUser());
  for (let i = 0; i < 4; i += 1) {
    const target = targetOf(await addArticle());
    await all(right, target);
    await settleFlags(target, { decisionId: idOf(10 + i), isUpheld: true });
  }
  await all(right, honest);
  expect((await cases.findCase(honest))!.weight).toBeGreaterThan(
    (await cases.findCase(second))!.weight,
  );
});

needsMongoPlans();
test("every read of flags uses an index", async () => {
  const { flaggers, targets } = await scene(5, 4);
  const [ida] = flaggers as [Viewer];
  for (const target of targets) {
    for (const person of flaggers) await raiseFlag(person, { ...target, reason: "spam" });
  }
  await settleFlags(targets[0]!, { decisionId: idOf(1), isUpheld: true });
  await expectIndexed(() => flags.listFlagsBy(ida.id, { limit: 2 }), 3);
  await expectIndexed(() => flags.countSettledBy(ida.id), 1);
  await expectIndexed(() => sumOpenFlags(targets[1]!), 5);
  await expectIndexed(() => flags.listSettledBy(idOf(1), null, 2), 2);
  await expectIndexed(() => flags.findFlagBy(ida.id, targets[1]!), 1);
  await expectIndexed(() => cases.listUncounted(10), 0);
  await expectIndexed(() => cases.listSomeAbout(ida.id, 10), 0);
});
