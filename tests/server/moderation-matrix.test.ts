/**
 * Who may do what: each role × act × own or foreign × kind × state, by service, by call and by form. What is expected
 * follows from the short rules in `expectedOf`, and not from the application.
 */
import { expect, test } from "vitest";
import { Types } from "mongoose";
import type { EditableKind } from "~/domain/editing";
import { decisionKindNames, isDecisionOn, moderatedKinds } from "~/domain/moderation";
import type { DecisionKind, ModeratedKind, ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import { setRole, setSuspension } from "~/models/user-role.server";
import { findUser } from "~/models/user.server";
import { action as decideByForm } from "~/routes/moderation/decide";
import { action as decisionByForm } from "~/routes/moderation/decision";
import { setModerator } from "~/services/admin/accounts.server";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { decide } from "~/services/moderation/decide.server";
import { appealDecision, decideAppeal } from "~/services/moderation/appeals.server";
import { raiseFlag, withdrawFlag } from "~/services/moderation/flags.server";
import { readQueue } from "~/services/moderation/queue.server";
import { setRoleOf } from "~/services/moderation/roles.server";
import { readStatement } from "~/services/moderation/statements.server";
import { undoAllBy, undoDecision } from "~/services/moderation/undo.server";
import { call } from "../setup/api";
import { collection, useDatabase } from "../setup/database";
import { kindOf } from "../setup/outcomes";
import { addArticle, addSignedIn, someReview, type SignedIn } from "../setup/people";
import { ask } from "../setup/routes";

useDatabase();

const NOTE = "Because of this.";
const roleNames = [
  ...["visitor", "unproven", "newcomer", "account", "suspended", "member"],
  ...["moderator", "suspended moderator", "administrator"],
] as const;
type RoleName = (typeof roleNames)[number];
type Refusal = "unauthenticated" | "forbidden" | "notFound";
const statuses: Record<Refusal, number> = { unauthenticated: 401, forbidden: 403, notFound: 404 };

const kindsInPaths = {
  article: "articles",
  comment: "comments",
  review: "reviews",
  person: "people",
};
/** What refused acts must not change. */
const STORED = [
  ...["articles", "comments", "reviews", "revisions", "hidden-texts"],
  ...["flags", "moderation-cases", "moderation-decisions", "moderation-log", "notices", "mails"],
];
const snapshot = async () => {
  const counts = await Promise.all(STORED.map((name) => collection(name).estimatedDocumentCount()));
  const marks = ["role", "suspension", "limitedUntil"].map((field) =>
    collection("users").countDocuments({ [field]: { $exists: true } }),
  );
  return [...counts, ...(await Promise.all(marks))].join();
};

async function addRole(name: RoleName): Promise<SignedIn | null> {
  if (name === "visitor") return null;
  const person = await addSignedIn({
    ...(name === "newcomer" && { createdAt: new Date() }),
    hasUnprovenEmail: name === "unproven" ? true : undefined,
    isMember: name === "member",
  });
  const { id } = person.viewer;
  if (name.endsWith("moderator")) await setRole(id, "moderator");
  if (name === "administrator") await setRole(id, "administrator");
  const decisionId = new Types.ObjectId().toHexString();
  if (name.startsWith("suspended")) await setSuspension(id, { until: null, decisionId });
  return { ...person, viewer: (await findUser(id))! };
}

async function addText(kind: EditableKind, author: Viewer): Promise<ModerationTarget> {
  if (kind === "article") return { kind, id: (await addArticle({ author })).id };
  // Written before the author was suspended.
  const { suspension: _, ...writer } = author;
  const { id } =
    kind === "review"
      ? await addReview(writer, someReview())
      : await commentOnArticle(writer, (await addArticle()).id, { content: "A comment." });
  return { kind, id };
}

const addTarget = async (kind: ModeratedKind, author: Viewer): Promise<ModerationTarget> =>
  kind === "person" ? { kind, id: author.id } : addText(kind, author);

const inputOf = (decision: DecisionKind) => ({
  ...{ decision, reason: "spam" as const, note: NOTE },
  ...(decision === "move" && { category: "macro" }),
  ...(decision === "remove-link" && { link: "https://spam.example/buy" }),
});

const isModerator = (role: RoleName) => role === "moderator" || role === "administrator";
const byRole = (role: RoleName): Refusal | null =>
  role === "visitor" ? "unauthenticated" : isModerator(role) ? null : "forbidden";
const byFlagger = (role: RoleName): Refusal | null =>
  role === "visitor"
    ? "unauthenticated"
    : ["unproven", "newcomer"].includes(role) || role.startsWith("suspended")
      ? "forbidden"
      : null;

/** The ways of an act: what it answers, as the kind of a refusal, or something else if it is allowed. */
type Ways = Record<string, () => Promise<string>>;
const ofStatus = (status: number) =>
  Object.entries(statuses).find(([, refused]) => refused === status)?.[0] ?? `status ${status}`;
const byCall = async (path: string, person: SignedIn | null, body?: object) =>
  ofStatus((await call(path, { token: person?.token, body })).status);

let formKey = 0;
async function byForm(
  action: typeof decideByForm,
  path: string,
  person: SignedIn | null,
  params: Record<string, string>,
  fields: Record<string, string>,
) {
  const key = String((formKey += 1)).padStart(32, "0");
  const body = new URLSearchParams({ ...fields, formKey: key, answer: "data" });
  const { status } = await ask(action, path, { params, cookie: person?.cookie, body });
  return ofStatus(status);
}

const faults: string[] = [];
let cells = 0;

/** Tries an act in each way, and notes where the answer is another than expected, or a refusal has stored something. */
async function tryOut(cell: string, expected: Refusal | null, ways: Ways): Promise<void> {
  const before = expected ? await snapshot() : null;
  for (const [way, act] of Object.entries(ways)) {
    cells += 1;
    const answer = await act();
    const isRefused = answer in statuses;
    if (expected ? answer !== expected : isRefused) {
      faults.push(`${cell} by ${way}: ${answer}, not ${expected ?? "allowed"}`);
    }
  }
  if (before !== null && (await snapshot()) !== before) faults.push(`${cell}: stored`);
}

const decideWays = (
  who: SignedIn | null,
  target: ModerationTarget,
  decision: DecisionKind,
): Ways => {
  const input = inputOf(decision);
  const path = `/moderation/decide/${target.kind}/${target.id}`;
  const params = { kind: target.kind, id: target.id };
  return {
    service: () => kindOf(decide(who?.viewer ?? null, target, input)),
    call: () => byCall(`/api/moderation/${kindsInPaths[target.kind]}/${target.id}`, who, input),
    form: () => byForm(decideByForm, path, who, params, { ...input, intent: "decide" }),
  };
};

test.each(roleNames)("%s", async (role) => {
  faults.length = 0;
  cells = 0;
  const who = await addRole(role);
  const viewer = who?.viewer ?? null;
  const author = (await addSignedIn()).viewer;
  const other = (await addRole("moderator"))!;
  const root = (await addRole("administrator"))!;

  for (const isOwn of who ? [true, false] : [false]) {
    const owner = isOwn ? who!.viewer : author;
    const mayDecide = byRole(role) ?? (isOwn ? "forbidden" : null);
    for (const kind of moderatedKinds) {
      const of = `${isOwn ? "own" : "foreign"} ${kind}`;
      const target = await addTarget(kind, owner);
      const flag = { ...target, reason: "abuse" as const };
      await tryOut(`flag ${of}`, byFlagger(role) ?? (isOwn ? "forbidden" : null), {
        service: () => kindOf(raiseFlag(viewer, flag)),
      });
      if (viewer && byFlagger(role) === null && !isOwn) {
        await tryOut(`decide about flagged ${of}`, "forbidden", decideWays(who, target, "dismiss"));
        await tryOut(`withdraw ${of}`, null, {
          service: () => kindOf(withdrawFlag(viewer, target)),
        });
      }
      for (const decision of decisionKindNames.filter((name) => isDecisionOn(name, kind))) {
        const ways = decideWays(who, target, decision);
        if (mayDecide) await tryOut(`${decision} ${of}`, mayDecide, ways);
        else {
          for (const way of Object.keys(ways)) {
            const fresh = await addTarget(
              kind,
              kind === "person" ? (await addSignedIn()).viewer : owner,
            );
            await tryOut(`${decision} ${of}`, null, {
              [way]: decideWays(who, fresh, decision)[way]!,
            });
          }
        }
      }
      // Decided by another moderator; each state of the decision.
      const decidedTarget = await addTarget(kind, owner);
      const first = kind === "person" ? "warn" : "hide";
      const made = await decide(root.viewer, decidedTarget, inputOf(first));
      const readers = isModerator(role) || isOwn;
      await tryOut(
        `read statement on ${of}`,
        !who ? "unauthenticated" : readers ? null : "notFound",
        {
          service: () => kindOf(readStatement(viewer, made.id)),
          call: () => byCall(`/api/moderation/decisions/${made.id}`, who),
        },
      );
      if (kind !== "person") {
        const hidden = `hidden ${of}`;
        await tryOut(`flag ${hidden}`, byFlagger(role) ?? "notFound", {
          service: () => kindOf(raiseFlag(viewer, { ...decidedTarget, reason: "abuse" })),
        });
        if (mayDecide) {
          await tryOut(`restore ${hidden}`, mayDecide, decideWays(who, decidedTarget, "restore"));
        }
      }
      const undo = byRole(role) ?? (role === "administrator" && !isOwn ? null : "forbidden");
      const path = `/api/moderation/decisions/${made.id}`;
      const page = `/moderation/decisions/${made.id}`;
      const params = { id: made.id };
      if (undo) {
        await tryOut(`undo another’s on ${of}`, undo, {
          service: () => kindOf(undoDecision(viewer, made.id, { note: NOTE })),
          call: () => byCall(`${path}/undo`, who, { note: NOTE }),
          form: () =>
            byForm(decisionByForm, page, who, params, { intent: "undoDecision", note: NOTE }),
        });
      }
      const appeal = !who ? "unauthenticated" : isOwn ? null : "notFound";
      const appealWays: Ways = {
        service: () => kindOf(appealDecision(viewer, made.id, { text: NOTE })),
        call: () => byCall(`${path}/appeal`, who, { text: NOTE }),
        form: () => byForm(decisionByForm, page, who, params, { intent: "appeal", text: NOTE }),
      };
      if (appeal) {
        await tryOut(`appeal on ${of}`, appeal, appealWays);
        await appealDecision(owner, made.id, { text: NOTE });
      } else await tryOut(`appeal on ${of}`, null, { service: appealWays.service! });
      const outcome = { outcome: "rejected" as const, note: NOTE };
      const decideAppealWays = (by: SignedIn | null): Ways => ({
        service: () => kindOf(decideAppeal(by?.viewer ?? null, made.id, outcome)),
        call: () => byCall(`${path}/appeal/decision`, by, outcome),
        form: () =>
          byForm(decisionByForm, page, by, params, { ...outcome, intent: "decideAppeal" }),
      });
      await tryOut(`decide appeal by who decided on ${of}`, "forbidden", decideAppealWays(root));
      if (mayDecide) await tryOut(`decide appeal on ${of}`, mayDecide, decideAppealWays(who));
      else {
        await tryOut(`decide appeal on ${of}`, null, { service: decideAppealWays(who).service! });
      }
    }
  }
  await tryOut("read queue", byRole(role), {
    service: () => kindOf(readQueue(viewer, { limit: 5, after: null, filter: {} })),
  });
  const byAdministrator = byRole(role) ?? (role === "administrator" ? null : "forbidden");
  await tryOut("appoint a moderator", byAdministrator, {
    service: () => kindOf(setRoleOf(viewer, author.id, "moderator")),
    desk: () => kindOf(setModerator(viewer, author.id, true)),
  });
  await tryOut("appoint an administrator", byRole(role) ?? "forbidden", {
    service: () => kindOf(setRoleOf(viewer, author.id, "administrator")),
  });
  if (viewer) {
    await tryOut("change their own role", "forbidden", {
      service: () => kindOf(setRoleOf(viewer, viewer.id, null)),
      desk: () => kindOf(setModerator(viewer, viewer.id, true)),
    });
  }
  await tryOut("undo all of a moderator", byAdministrator, {
    service: () => kindOf(undoAllBy(viewer, other.viewer.id, { note: NOTE })),
    call: () =>
      byCall("/api/moderation/decisions/undo-all", who, {
        moderator: other.viewer.name,
        note: NOTE,
      }),
  });
  expect(faults).toEqual([]);
  expect(cells).toBeGreaterThan(100);
});
