import mongoose, { Types } from "mongoose";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { accountTag, PEOPLE, type PageTag } from "~/config/page-tags";
import type { Viewer } from "~/domain/viewer";
import { addVote } from "~/models/membership-application.server";
import { findUser } from "~/models/user.server";
import {
  applyForMembership,
  readMembership,
  readStanding,
  settleApplications,
  voteOnApplication,
} from "~/services/membership/membership.server";
import { serializeClosedApplication, serializeOpenApplication } from "~/presenters/membership";
import { grantMembership } from "~/services/accounts/admin.server";
import { onInvalidation } from "~/services/cache/invalidation.server";
import { useDatabase } from "../../setup/database";
import { addUser } from "../../setup/people";

useDatabase();

afterEach(() => {
  vi.restoreAllMocks();
});

const DAY = 86_400_000;
const statement = "I read prospectuses for a living and would review tokenomics with patience.";
const apply = (viewer: Viewer | null) => applyForMembership(viewer, { statement });
const members = (count: number) =>
  Promise.all(Array.from({ length: count }, () => addUser({ isMember: true })));
const refused = (kind: string, message: string) => ({ name: "ServiceError", kind, message });
const isMember = async (viewer: Viewer) => (await findUser(viewer.id))?.isMember;
const stored = () => mongoose.connection.collection("applications");

async function age(id: string, days: number) {
  const by = days * DAY;
  await stored().updateOne({ _id: new Types.ObjectId(id) }, [
    {
      $set: {
        openedAt: { $subtract: ["$openedAt", by] },
        closesAt: { $subtract: ["$closesAt", by] },
      },
    },
  ]);
}

/** Approves an application without making the applicant a member, as if the process had crashed in between. */
async function approvedBeforeCrash() {
  const [voter] = await members(1);
  const applicant = await addUser();
  const { id } = await apply(applicant);
  const { name, id: userId } = voter!;
  await addVote(id, { userId, name, approve: true, at: new Date() });
  expect(await isMember(applicant)).toBe(false);
  return { applicant, voter: voter! };
}

describe("applying", () => {
  test("opens an application for 14 days, which needs as many votes as there are members, at most three", async () => {
    await members(2);
    const applicant = await addUser();
    const application = await apply(applicant);
    expect(application).toMatchObject({
      userId: applicant.id,
      name: applicant.name,
      statement,
      needed: 2,
      votes: [],
      status: "pending",
    });
    expect(application.closesAt.getTime() - application.openedAt.getTime()).toBe(14 * DAY);
    await members(5);
    expect(await apply(await addUser())).toMatchObject({ needed: 3 });
    // The number for an open application does not change.
    expect((await readStanding(applicant)).own).toMatchObject({ needed: 2 });
  });

  test("is refused to visitors and members", async () => {
    await expect(apply(null)).rejects.toMatchObject(
      refused("unauthenticated", "Please log in to apply."),
    );
    await expect(apply(await addUser({ isMember: true }))).rejects.toMatchObject(
      refused("conflict", "You are already a member."),
    );
  });

  test("opens one application for simultaneous requests", async () => {
    const applicant = await addUser();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => apply(applicant)));
    const failed = results.filter((result) => result.status === "rejected");
    expect(failed).toHaveLength(19);
    for (const { reason } of failed) {
      expect(reason).toMatchObject(refused("conflict", "You already have an open application."));
    }
    expect(await stored().countDocuments()).toBe(1);
  });

  test("is possible again after an undecided application, even if nothing was read before", async () => {
    const applicant = await addUser();
    await age((await apply(applicant)).id, 14);
    expect(await apply(applicant)).toMatchObject({ status: "pending", votes: [] });
    expect((await readStanding(applicant)).own).toMatchObject({ status: "pending" });
  });
});

describe("voting", () => {
  test("is refused to visitors and to users who are not members, applicants included", async () => {
    const applicant = await addUser();
    const { id } = await apply(applicant);
    await expect(voteOnApplication(null, id, true)).rejects.toMatchObject(
      refused("unauthenticated", "Please log in to vote."),
    );
    for (const viewer of [applicant, await addUser()]) {
      await expect(voteOnApplication(viewer, id, true)).rejects.toMatchObject(
        refused("forbidden", "Only members can vote on applications."),
      );
    }
  });

  test("on one's own application is refused, even to a member", async () => {
    const applicant = await addUser();
    const { id } = await apply(applicant);
    const member = await grantMembership(applicant.email, true);
    await expect(voteOnApplication(member, id, true)).rejects.toMatchObject(
      refused("forbidden", "You cannot vote on your own application."),
    );
  });

  test("a second time, or too late, is refused", async () => {
    const [one, two, three] = await members(3);
    const { id } = await apply(await addUser());
    await voteOnApplication(one!, id, true);
    await expect(voteOnApplication(one!, id, false)).rejects.toMatchObject(
      refused("conflict", "You have already voted on this application."),
    );
    await age(id, 14);
    await expect(voteOnApplication(two!, id, true)).rejects.toMatchObject(
      refused("conflict", "This application is closed."),
    );
    await readMembership(three!);
    await expect(voteOnApplication(three!, id, true)).rejects.toMatchObject(
      refused("conflict", "This application is closed."),
    );
  });

  test("on an unknown application is not found", async () => {
    const [voter] = await members(1);
    for (const id of ["65f0c0ffee65f0c0ffee65f0", "x", ""]) {
      await expect(voteOnApplication(voter!, id, true)).rejects.toMatchObject(
        refused("notFound", "Application not found"),
      );
    }
  });

  test("by two members at the same moment counts both and decides once", async () => {
    const [one, two] = await members(2);
    const applicant = await addUser();
    const { id } = await apply(applicant);
    const results = await Promise.all(
      [one!, two!].map((voter) => voteOnApplication(voter, id, true)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["approved", "pending"]);
    expect(await isMember(applicant)).toBe(true);
    const { own } = await readStanding(applicant);
    expect(own).toMatchObject({ status: "approved", carriedOut: true });
    expect(own?.votes).toHaveLength(2);
  });

  test("twenty times at once by one member counts once", async () => {
    const [voter] = await members(2);
    const { id } = await apply(await addUser());
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => voteOnApplication(voter!, id, true)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { pending } = await readMembership(voter!);
    expect(pending?.items.map(({ votes }) => votes.length)).toEqual([1]);
  });
});

test("a deciding vote drops what is kept of people and of the applicant", async () => {
  const [voter] = await members(1);
  const applicant = await addUser();
  const { id } = await apply(applicant);
  const dropped: PageTag[] = [];
  onTestFinished(onInvalidation((tags) => void dropped.push(...tags)));
  await voteOnApplication(voter!, id, true);
  expect(dropped).toEqual(expect.arrayContaining([PEOPLE, accountTag(applicant.id)]));
});

test("after 14 days an application reads as undecided, and is stored as such by the next upkeep", async () => {
  const [voter] = await members(2);
  const applicant = await addUser();
  const { id } = await apply(applicant);
  await voteOnApplication(voter!, id, true);
  await age(id, 14);
  const { own } = await readStanding(applicant);
  expect(own).toMatchObject({ status: "undecided", votes: [{ approve: true }] });
  expect(own?.closedAt).toEqual(own?.closesAt);
  expect(await readMembership(voter!)).toMatchObject({
    pending: { items: [], total: { count: 0, isMore: false } },
    closed: [{ id, status: "undecided" }],
  });
  expect(await stored().countDocuments({ status: "pending" })).toBe(1);
  await settleApplications();
  expect(await stored().countDocuments({ status: "undecided" })).toBe(1);
  expect((await readStanding(applicant)).own).toEqual(own);
});

describe("an approval that was not carried out because of a crash", () => {
  test("is carried out by the next upkeep, and not by reading", async () => {
    const { applicant, voter } = await approvedBeforeCrash();
    const before = await stored().find().toArray();
    expect(await readStanding(applicant)).toMatchObject({
      isMember: true,
      own: { status: "approved" },
    });
    expect(await readMembership(voter)).toMatchObject({ closed: [{ userId: applicant.id }] });
    expect(await stored().find().toArray()).toEqual(before);
    expect(await isMember(applicant)).toBe(false);
    await settleApplications();
    expect(await isMember(applicant)).toBe(true);
  });

  test("is not carried out after the operator has revoked membership", async () => {
    const { applicant } = await approvedBeforeCrash();
    await grantMembership(applicant.email, false);
    expect(await readStanding(applicant)).toMatchObject({ isMember: false });
    expect(await isMember(applicant)).toBe(false);
  });
});

test("a revocation by the operator takes precedence the second time as well, without preventing a later vote", async () => {
  /** Lets the operator act just before the first write to a membership. */
  const beforeAdmission = (act: () => Promise<unknown>) => {
    const { collection } = mongoose.model("User");
    const update = collection.updateOne.bind(collection);
    vi.spyOn(collection, "updateOne").mockImplementationOnce(async (...args) => {
      await act();
      return update(...args);
    });
  };
  const [voter] = await members(1);
  const applicant = await addUser();
  await grantMembership(applicant.email, false);
  const { id } = await apply(applicant);
  beforeAdmission(() => grantMembership(applicant.email, false));
  await voteOnApplication(voter!, id, true);
  expect(await isMember(applicant)).toBe(false);
  await voteOnApplication(voter!, (await apply(applicant)).id, true);
  expect(await isMember(applicant)).toBe(true);
});

describe("the votes of a former member", () => {
  const tally = async (id: string) => {
    const row = await stored().findOne({ _id: new Types.ObjectId(id) });
    return [row?.approvals, row?.declines, row?.status];
  };

  test("no longer count in any open application, nor are they shown", async () => {
    const [leaver, other] = await members(4);
    const [one, two] = [await apply(await addUser()), await apply(await addUser())];
    for (const { id } of [one, two]) await voteOnApplication(leaver!, id, true);
    await voteOnApplication(other!, two.id, false);
    await grantMembership(leaver!.email, false);
    expect([await tally(one.id), await tally(two.id)]).toEqual([
      [0, 0, "pending"],
      [0, 1, "pending"],
    ]);
    const shown = (await readMembership(other!)).pending?.items.map((item) =>
      serializeOpenApplication(item, other!.id),
    );
    expect(shown).toMatchObject([{ approvals: 0 }, { approvals: 0, declines: 1 }]);
  });

  test("are refused if the revocation comes first", async () => {
    const [leaver] = await members(1);
    const applicant = await addUser();
    const { id } = await apply(applicant);
    const { collection } = mongoose.model("Application");
    const update = collection.findOneAndUpdate.bind(collection);
    vi.spyOn(collection, "findOneAndUpdate").mockImplementationOnce(async (...args) => {
      await grantMembership(leaver!.email, false);
      return update(...args) as never;
    });
    await expect(voteOnApplication(leaver!, id, true)).rejects.toMatchObject(
      refused("forbidden", "Only members can vote on applications."),
    );
    expect(await tally(id)).toEqual([0, 0, "pending"]);
    expect(await isMember(applicant)).toBe(false);
  });
});

describe("the page shows", () => {
  test("visitors and users who are not members the number of members, and no statements", async () => {
    const [voter] = await members(2);
    const applicant = await addUser();
    await voteOnApplication(voter!, (await apply(applicant)).id, true);
    expect(await readMembership(null)).toEqual({
      members: 2,
      standing: null,
      pending: null,
      closed: [],
    });
    expect(await readMembership(applicant)).toMatchObject({
      members: 2,
      standing: { isMember: false, own: { userId: applicant.id } },
      pending: null,
      closed: [],
    });
  });

  test("counts and the viewer's own vote for an open application, but not others' votes", async () => {
    const [one, two] = await members(2);
    const applicant = await addUser();
    const application = await voteOnApplication(one!, (await apply(applicant)).id, true);
    const shown = serializeOpenApplication(application, one!.id);
    expect(shown).toMatchObject({ approvals: 1, declines: 0, ownVote: true, isOwn: false });
    expect(JSON.stringify(shown)).not.toContain(one!.id);
    expect(JSON.stringify(shown)).not.toContain(one!.name);
    expect(serializeOpenApplication(application, two!.id)).toMatchObject({ ownVote: null });
    expect(serializeOpenApplication(application, applicant.id)).toMatchObject({ isOwn: true });
    const declined = await voteOnApplication(two!, application.id, false);
    expect(serializeOpenApplication(declined, two!.id)).toMatchObject({ ownVote: false });
  });

  test("members the closed applications, the last closed first, however they were decided", async () => {
    const [voter] = await members(1);
    const applied = [];
    for (const approve of [false, true, false]) {
      applied.push({ approve, id: (await apply(await addUser())).id });
    }
    for (const { id, approve } of applied) await voteOnApplication(voter!, id, approve);
    const ids = applied.map(({ id }) => id).toReversed();
    expect((await readMembership(voter!)).closed.map(({ id }) => id)).toEqual(ids);
  });

  test("each vote on a closed application with the voter's name, and not the id", async () => {
    const [one, two] = await members(2);
    const { id } = await apply(await addUser());
    await voteOnApplication(one!, id, true);
    const closed = serializeClosedApplication(await voteOnApplication(two!, id, true));
    const votes = [{ name: one!.name }, { name: two!.name }];
    expect(closed).toMatchObject({ status: "approved", votes });
    expect(JSON.stringify(closed)).not.toContain(one!.id);
  });
});
