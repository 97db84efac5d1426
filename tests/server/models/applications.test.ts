import { describe, expect, test } from "vitest";
import { votesNeeded } from "~/domain/membership";
import {
  addVote,
  createApplication,
  findApplication,
  importApplications,
  markCarriedOut,
  withdrawVotes,
  type Application,
  type NewApplication,
} from "~/models/membership-application.server";
import { useDatabase } from "../../setup/database";
import { idOf } from "../../setup/rows";

useDatabase();

const DAY = 86_400_000;
const opened = new Date("2026-03-01T12:00:00Z");
const later = (days: number) => new Date(opened.getTime() + days * DAY);
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
  [2, 2],
  [4, 3],
  [1000, 3],
])("with %i members, %i equal votes decide", (members, needed) => {
  expect(votesNeeded(members)).toBe(needed);
});

test.each([
  // votes needed, votes cast, resulting status
  [1, "+", "approved"],
  [1, "-", "declined"],
  [2, "+-", "pending"],
  [2, "+-+", "approved"],
  [3, "++", "pending"],
  [3, "--+++", "approved"],
  [3, "++---", "declined"],
] as const)(
  "if %i equal votes decide, the votes %s result in %s",
  async (needed, votes, status) => {
    const { id } = await open({ needed });
    const application = await voteAll(id, votes);
    expect(application).toMatchObject({
      status,
      closedAt: status === "pending" ? null : later(1),
      carriedOut: false,
    });
    expect(application?.votes).toHaveLength(votes.length);
    expect(await findApplication(id)).toEqual(application);
  },
);

test("a vote counts until the moment of closing, and not at it", async () => {
  const { id } = await open();
  expect(await addVote(id, vote(2, true, new Date(later(14).getTime() - 1)))).not.toBeNull();
  expect(await addVote(id, vote(3, true, later(14)))).toBeNull();
});

describe("the withdrawal of a former member's votes", () => {
  test.each([
    // votes needed, votes cast before, status after the first vote was withdrawn
    [3, "++", "pending"],
    [2, "-++-", "approved"],
    [2, "+++--", "pending"],
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
