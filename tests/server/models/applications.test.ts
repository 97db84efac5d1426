/** Applications for membership in the database, with concurrent writes. */
import { describe, expect, test } from "vitest";
import { decodeCursor } from "~/domain/cursor";
import { decide, votesNeeded } from "~/domain/membership";
import {
  addVote,
  closeExpired,
  countOpenApplications,
  createApplication,
  findApplication,
  findLatestApplication,
  importApplications,
  listApplications,
  listOpenApplications,
  markCarriedOut,
  withdrawVotes,
  type Application,
  type NewApplication,
} from "~/models/membership-application.server";
import { useDatabase } from "../../setup/database";

useDatabase();

const DAY = 86_400_000;
const opened = new Date("2026-03-01T12:00:00Z");
const later = (days: number) => new Date(opened.getTime() + days * DAY);
const idOf = (number: number) => number.toString(16).padStart(24, "0");
const APPLICANT = idOf(1);

async function open(fields: Partial<NewApplication> = {}): Promise<Application> {
  const application = await createApplication({
    userId: APPLICANT,
    name: "Applicant",
    statement: "x".repeat(60),
    openedAt: opened,
    closesAt: later(14),
    needed: 3,
    ...fields,
  });
  if (!application) throw new Error("there is one open already");
  return application;
}

const vote = (voter: number, approve: boolean, at = later(1)) => ({
  userId: idOf(voter),
  name: `Member${voter}`,
  approve,
  at,
});

/** Casts votes one after the other: `+` approves, `-` declines. */
async function voteAll(id: string, votes: string): Promise<Application | null> {
  let last: Application | null = null;
  for (const [index, sign] of [...votes].entries()) {
    last = await addVote(id, vote(100 + index, sign === "+"));
  }
  return last;
}

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 3],
  [1000, 3],
])("with %i members, %i equal votes decide", (members, needed) => {
  expect(votesNeeded(members)).toBe(needed);
});

describe.each([
  // votes needed, votes cast, resulting status
  [1, "+", "approved"],
  [1, "-", "declined"],
  [2, "+", "pending"],
  [2, "+-", "pending"],
  [2, "++", "approved"],
  [2, "+-+", "approved"],
  [2, "-+-", "declined"],
  [3, "++", "pending"],
  [3, "--+", "pending"],
  [3, "+++", "approved"],
  [3, "---", "declined"],
  [3, "--+++", "approved"],
  [3, "++---", "declined"],
] as const)("if %i equal votes decide, the votes %s", (needed, votes, status) => {
  const approvals = [...votes].filter((sign) => sign === "+").length;

  test(`result in ${status} by the domain rule`, () => {
    expect(decide({ needed, approvals, declines: votes.length - approvals })).toBe(status);
  });

  test(`result in ${status} in the database`, async () => {
    const { id } = await open({ needed });
    const application = await voteAll(id, votes);
    expect(application).toMatchObject({
      status,
      closedAt: status === "pending" ? null : later(1),
      carriedOut: false,
    });
    expect(application?.votes).toHaveLength(votes.length);
    expect(await findApplication(id)).toEqual(application);
  });
});

test("the needed number of votes on both sides decides nothing", () => {
  expect(decide({ needed: 3, approvals: 3, declines: 3 })).toBe("pending");
  expect(decide({ needed: 3, approvals: 4, declines: 3 })).toBe("approved");
  expect(decide({ needed: 3, approvals: 3, declines: 4 })).toBe("declined");
});

describe("one open application per user", () => {
  test("holds for simultaneous requests", async () => {
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => open()));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await listApplications("pending", 50)).toHaveLength(1);
  });

  test("does not count closed ones, and the newest is found", async () => {
    const first = await open({ needed: 1 });
    await addVote(first.id, vote(2, false));
    const second = await open({ openedAt: later(2) });
    expect(await findLatestApplication(APPLICANT)).toEqual(second);
    expect(second.votes).toEqual([]);
  });

  test("does not restrict other users", async () => {
    await open();
    await open({ userId: idOf(2) });
    expect(await listApplications("pending", 50)).toHaveLength(2);
  });
});

describe("a vote", () => {
  test("of a member counts once, even if twenty are sent at the same moment", async () => {
    const { id } = await open();
    const counted = await Promise.all(
      Array.from({ length: 20 }, (_, i) => addVote(id, vote(7, i % 2 === 0))),
    );
    expect(counted.filter(Boolean)).toHaveLength(1);
    const application = await findApplication(id);
    expect(application?.votes).toHaveLength(1);
    expect(application?.status).toBe("pending");
  });

  test("of the applicant does not count", async () => {
    const { id } = await open({ needed: 1 });
    expect(await addVote(id, { ...vote(1, true), userId: APPLICANT })).toBeNull();
    expect(await findApplication(id)).toMatchObject({ status: "pending", votes: [] });
  });

  test("after the decision does not count", async () => {
    const { id } = await open({ needed: 1 });
    await addVote(id, vote(2, true));
    expect(await addVote(id, vote(3, false))).toBeNull();
    expect(await findApplication(id)).toMatchObject({ status: "approved", votes: [{}] });
  });

  test("counts until the moment of closing, and not at it", async () => {
    const { id } = await open();
    expect(await addVote(id, vote(2, true, new Date(later(14).getTime() - 1)))).not.toBeNull();
    expect(await addVote(id, vote(3, true, later(14)))).toBeNull();
  });

  test("on an application that does not exist does not count", async () => {
    for (const id of [idOf(99), "x", ""]) expect(await addVote(id, vote(2, true))).toBeNull();
  });

  test("counts together with simultaneous votes until one of them decides", async () => {
    const { id } = await open();
    const after = await Promise.all([2, 3, 4, 5, 6].map((voter) => addVote(id, vote(voter, true))));
    // The first three votes count. The others come after the decision.
    const counted = after.filter((application) => application !== null);
    expect(counted.map(({ status }) => status).sort()).toEqual(["approved", "pending", "pending"]);
    expect((await findApplication(id))?.votes).toHaveLength(3);
  });

  test("stores a name literally that an aggregation pipeline would take for a field path", async () => {
    const { id } = await open();
    await addVote(id, { ...vote(2, true), name: "$user" });
    expect((await findApplication(id))?.votes[0]?.name).toBe("$user");
  });
});

describe("the closing of expired applications", () => {
  test("closes one as undecided, with the date on which it expired", async () => {
    const { id } = await open();
    await addVote(id, vote(2, true));
    await closeExpired(new Date(later(14).getTime() - 1));
    expect(await findApplication(id)).toMatchObject({ status: "pending", closedAt: null });
    await closeExpired(later(20));
    expect(await findApplication(id)).toMatchObject({
      status: "undecided",
      closedAt: later(14),
      votes: [{ approve: true }],
    });
  });

  test("does not change decided ones", async () => {
    const { id } = await open({ needed: 1 });
    const decided = await addVote(id, vote(2, false));
    await closeExpired(later(20));
    expect(await findApplication(id)).toEqual(decided);
  });
});

describe("the withdrawal of a former member's votes", () => {
  test.each([
    // votes needed, votes cast before, status after the first vote was withdrawn
    [3, "++", "pending"],
    [2, "+-", "pending"],
    [2, "-++-", "approved"],
    [2, "+-+-", "declined"],
    [1, "+-", "declined"],
  ] as const)("if %i decide, of the first of %s, leads to %s", async (needed, votes, status) => {
    // Ties are imported, because some of them cannot come about one vote after the other.
    const cast = [...votes].map((sign, i) => vote(100 + i, sign === "+"));
    const application = { ...(await open()), id: idOf(50), userId: idOf(2), needed, votes: cast };
    await importApplications([application]);
    await withdrawVotes(idOf(100), later(2));
    expect(await findApplication(idOf(50))).toMatchObject({ status, votes: cast.slice(1) });
    if (status === "pending") {
      expect(await addVote(idOf(50), vote(100, true))).not.toBeNull();
    }
  });

  test("reaches all open applications, and no closed or expired one", async () => {
    const [one, two] = [await open(), await open({ userId: idOf(2) })];
    const decided = await open({ userId: idOf(3), needed: 1 });
    const expired = await open({ userId: idOf(4), closesAt: later(2) });
    for (const { id } of [one, two, decided, expired]) await addVote(id, vote(7, true));
    await addVote(two.id, vote(8, false));
    await withdrawVotes(idOf(7), later(2));
    const votesOf = async ({ id }: Application) => (await findApplication(id))?.votes.length;
    expect(await Promise.all([one, two, decided, expired].map(votesOf))).toEqual([0, 1, 1, 1]);
  });

  test("reopens an application that was decided at the given time, unless it is carried out", async () => {
    const open1 = await open({ needed: 1 });
    const open2 = await open({ userId: idOf(2), needed: 1 });
    for (const { id } of [open1, open2]) await addVote(id, vote(7, true));
    await markCarriedOut(open2.id);
    await withdrawVotes(idOf(7), later(3), later(2));
    expect(await findApplication(open1.id)).toMatchObject({ status: "approved" });
    await withdrawVotes(idOf(7), later(3), later(1));
    expect(await findApplication(open1.id)).toMatchObject({
      status: "pending",
      closedAt: null,
      votes: [],
    });
    expect(await findApplication(open2.id)).toMatchObject({ status: "approved", votes: [{}] });
  });
});

test("open applications are listed by closing time, the soonest first", async () => {
  const now = later(1);
  await open({ userId: idOf(5), closesAt: now });
  const late = await open({ userId: idOf(2), closesAt: later(9) });
  const soon = await open({ userId: idOf(3), closesAt: later(3) });
  const closed = await open({ userId: idOf(4), closesAt: later(2), needed: 1 });
  await addVote(closed.id, vote(9, false));
  expect((await listOpenApplications({ limit: 10, now })).items).toEqual([soon, late]);
  const first = await listOpenApplications({ limit: 1, now });
  expect(first).toMatchObject({ items: [soon], previous: null });
  const second = await listOpenApplications({
    limit: 1,
    now,
    after: decodeCursor(first.next ?? ""),
  });
  expect(second).toMatchObject({ items: [late], next: null });
  const before = decodeCursor(second.previous ?? "");
  expect(await listOpenApplications({ limit: 1, now, before })).toEqual(first);
  expect(await countOpenApplications(now, 10)).toBe(2);
  expect(await countOpenApplications(now, 1)).toBe(1);
});
