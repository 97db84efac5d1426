/**
 * Who may do what: each role × act × own or foreign × state, by call, by form and by page. What is expected follows
 * from the short rules here, and not from the application.
 */
import { beforeAll, expect, test } from "vitest";
import type { EditableKind } from "~/domain/editing";
import { decisionKindNames, isDecisionOn, moderatedKinds } from "~/domain/moderation";
import type { DecisionKind, ModeratedKind, ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import { findUser } from "~/models/user.server";
import { action as flagByForm } from "~/routes/flag.$kind.$id";
import { action as withdrawByForm } from "~/routes/flags/route";
import { action as decideByForm } from "~/routes/moderation/decide";
import { action as decisionByForm, loader as statementPage } from "~/routes/moderation/decision";
import { loader as hiddenPage } from "~/routes/moderation/hidden";
import { action as decideManyByForm, loader as queuePage } from "~/routes/moderation/queue";
import { caseValue } from "~/domain/moderation-queue";
import { loader as articlePage } from "~/routes/article/layout";
import { commentOnArticle } from "~/services/articles/comments.server";
import { addReview } from "~/services/articles/reviews.server";
import { appealDecision, decideAppeal } from "~/services/moderation/appeals.server";
import { decide } from "~/services/moderation/decide.server";
import { raiseFlag } from "~/services/moderation/flags.server";
import { useDatabase } from "../setup/database";
import { addArticle, addSignedIn, someReview, type SignedIn } from "../setup/people";
import {
  addRole,
  byCall,
  byForm,
  byPage,
  roleNames,
  suspend,
  tryOut,
  type Refusal,
  type RoleName,
  type Ways,
} from "../setup/role-acts";
import { ask } from "../setup/routes";

useDatabase({ isKept: true });

const NOTE = "Because of this.";
const LINK = "https://spam.example/buy";
const pluralOf = { article: "articles", comment: "comments", review: "reviews", person: "people" };

/** An author, one who is suspended, who has decided before, and an article that comments are on. */
let author: Viewer;
let stopped: SignedIn;
let root: SignedIn;
let subject: string;
/** What refused acts are about: made once, and what is foreign once for all roles. */
const kept = new Map<string, Promise<unknown>>();

beforeAll(async () => {
  kept.clear();
  author = (await addSignedIn()).viewer;
  stopped = await addSignedIn();
  root = (await addRole("administrator"))!;
  subject = (await addArticle()).id;
});

async function addText(kind: EditableKind, author: Viewer): Promise<ModerationTarget> {
  if (kind === "article") return { kind, id: (await addArticle({ author, content: LINK })).id };
  // Written before the author was suspended.
  const { suspension: _, ...writer } = author;
  const { id } =
    kind === "review"
      ? await addReview(writer, someReview({ review: LINK }))
      : await commentOnArticle(writer, subject, { content: `Look: ${LINK}` });
  return { kind, id };
}

const inputOf = (decision: DecisionKind, kind: ModeratedKind) => ({
  ...{ decision, reason: "spam" as const, note: NOTE },
  ...(decision === "move" && { category: kind === "review" ? "credit" : "macro" }),
  ...(decision === "remove-link" && { link: LINK }),
});

const isModerator = (role: RoleName) => role === "moderator" || role === "administrator";
const byPower = (role: RoleName, isAllowed: boolean): Refusal | null =>
  role === "visitor" ? "unauthenticated" : isAllowed ? null : "forbidden";
const byFlagger = (role: RoleName) =>
  byPower(role, !["unproven", "newcomer"].includes(role) && !role.startsWith("suspended"));

/** What must have been decided before a decision changes something. */
const before: Partial<Record<DecisionKind, Record<"text" | "person", DecisionKind>>> = {
  restore: { text: "hide", person: "suspend" },
  unlock: { text: "lock", person: "warn" },
};
const states = ["plain", "locked", "warned", "hidden", "by somebody suspended"] as const;
const makes = { locked: "lock", warned: "warn", hidden: "hide" } as const;

test.each(roleNames)("%s", { timeout: 180_000 }, async (role) => {
  const who = await addRole(role);
  const mine = byPower(role, isModerator(role));
  const cells: Parameters<typeof tryOut>[0][number][] = [];

  for (const isOwn of who ? [true, false] : [false]) {
    const mayDecide = mine ?? (isOwn ? "forbidden" : null);
    const make = <Made>(isFresh: boolean, key: string, add: () => Promise<Made>): Promise<Made> => {
      const full = isOwn ? `${role} ${key}` : key;
      if (isFresh) return add();
      if (!kept.has(full)) kept.set(full, add());
      return kept.get(full) as Promise<Made>;
    };
    const ownerFor = async (kind: ModeratedKind, isFresh: boolean) =>
      isOwn ? who!.viewer : kind === "person" && isFresh ? (await addSignedIn()).viewer : author;
    const target = (kind: ModeratedKind, state: DecisionKind | "plain", isFresh: boolean) =>
      make(isFresh, `${kind} ${state}`, async (): Promise<ModerationTarget> => {
        const owner = await ownerFor(kind, isFresh);
        const made = kind === "person" ? { kind, id: owner.id } : await addText(kind, owner);
        // Nobody is suspended by the preparations for what is refused.
        const isPrepared = state !== "plain" && (kind !== "person" || isFresh);
        if (isPrepared) await decide(root.viewer, made, inputOf(state, kind));
        return made;
      });
    const add = (name: string, expected: Refusal | null, ways: (typeof cells)[number]["make"]) =>
      cells.push({ name: `${name} (${isOwn ? "own" : "foreign"})`, expected, make: ways });
    const decideWays = ({ kind, id }: ModerationTarget, decision: DecisionKind) => {
      const input = inputOf(decision, kind);
      const form = { ...input, intent: "decide" };
      return {
        call: byCall(who, `/api/moderation/${pluralOf[kind]}/${id}`, input),
        form: byForm(who, decideByForm, `/moderation/decide/${kind}/${id}`, { kind, id }, form),
      };
    };
    const flagWays = ({ kind, id }: ModerationTarget) => ({
      call: byCall(who, "/api/flags", { kind, id, reason: "abuse" }),
      form: byForm(
        who,
        flagByForm,
        `/flag/${kind}/${id}`,
        { kind, id },
        {
          ...{ intent: "flag", reason: "abuse" },
        },
      ),
    });

    // The decisions about the kinds of texts share one authorisation.
    const kinds = mayDecide ? (["article", "person"] as const) : moderatedKinds;
    for (const kind of kinds) {
      for (const decision of decisionKindNames.filter((one) => isDecisionOn(one, kind))) {
        const state = before[decision]?.[kind === "person" ? "person" : "text"] ?? "plain";
        add(`${decision} ${kind}`, mayDecide, async () =>
          decideWays(await target(kind, state, !mayDecide), decision),
        );
      }
    }
    const bulk = mayDecide === "unauthenticated" ? mayDecide : mine;
    add("decide about several", bulk, async (): Promise<Ways> => {
      const one = await target("article", "plain", !bulk);
      const fields = { intent: "decideMany", caseA: caseValue({ target: one, revision: 0 }) };
      // Several are decided about as far as they may be, which is an answer of its own.
      if (isOwn && !bulk) return {};
      return {
        form: byForm(
          who,
          decideManyByForm,
          "/moderation",
          {},
          {
            ...{ ...fields, decision: "hide", reason: "spam", note: NOTE },
          },
        ),
      };
    });

    for (const kind of moderatedKinds) {
      const mayFlag = byFlagger(role) ?? (isOwn ? "forbidden" : null);
      add(`flag ${kind}`, mayFlag, async () => flagWays(await target(kind, "plain", !mayFlag)));
    }
    for (const state of states) {
      const flagged =
        byFlagger(role) ?? (state === "hidden" ? "notFound" : isOwn ? "forbidden" : null);
      const article = async (isFresh: boolean) => {
        if (state !== "by somebody suspended") {
          return target("article", state === "plain" ? "plain" : makes[state], isFresh);
        }
        const made = await make(isFresh, state, () =>
          addText("article", isOwn ? who!.viewer : stopped.viewer),
        );
        return made;
      };
      add(`flag article, ${state}`, flagged, async () => flagWays(await article(!flagged)));
      const decision = state === "hidden" ? "restore" : state === "locked" ? "unlock" : "hide";
      add(`${decision} article, ${state}`, mayDecide, async () =>
        decideWays(await article(!mayDecide), decision),
      );
    }
    if (who && byFlagger(role) === null && !isOwn) {
      const flaggedBefore = async () => {
        const made = await addText("article", author);
        await raiseFlag(who.viewer, { ...made, reason: "abuse" });
        return made;
      };
      add("dismiss what they have flagged", "forbidden", async () =>
        decideWays(await flaggedBefore(), "dismiss"),
      );
      add("withdraw a flag", null, async () => {
        const { kind, id } = await flaggedBefore();
        return {
          call: byCall(who, `/api/flags/${kind}/${id}`, undefined, "DELETE"),
          form: byForm(who, withdrawByForm, "/flags", {}, { intent: "withdrawFlag", kind, id }),
        };
      });
    }

    // Decisions by somebody else, and what became of them.
    const decided = (isFresh: boolean, state: "new" | "appealed" | "rejected" = "new") =>
      make(isFresh, `decision ${state}`, async () => {
        const owner = isOwn ? who!.viewer : author;
        const text = await addText("article", owner);
        const { id } = await decide(root.viewer, text, inputOf("hide", "article"));
        if (state !== "new") await appealDecision(owner, id, { text: NOTE });
        const other = (await addRole("moderator"))!.viewer;
        if (state === "rejected")
          await decideAppeal(other, id, { outcome: "rejected", note: NOTE });
        return {
          id,
          text,
          page: `/moderation/decisions/${id}`,
          path: `/api/moderation/decisions/${id}`,
        };
      });
    const ofForm =
      (by: SignedIn | null, { id, page }: { id: string; page: string }) =>
      (fields: Record<string, string>) =>
        byForm(by, decisionByForm, page, { id }, fields);
    const readers = !who ? "unauthenticated" : isModerator(role) || isOwn ? null : "notFound";
    for (const state of ["new", "appealed", "rejected"] as const) {
      add(`read the statement, ${state}`, readers, async () => {
        const made = await decided(false, state);
        return {
          call: byCall(who, made.path),
          page: byPage(who, statementPage, made.page, { id: made.id }),
        };
      });
      const undo = mine ?? (role === "administrator" && !isOwn ? null : "forbidden");
      add(`undo another’s, ${state}`, undo, async () => {
        const made = await decided(!undo, state);
        return {
          call: byCall(who, `${made.path}/undo`, { note: NOTE }),
          form: ofForm(who, made)({ intent: "undoDecision", note: NOTE }),
        };
      });
    }
    const appeal = !who ? "unauthenticated" : isOwn ? null : "notFound";
    add("appeal", appeal, async () => {
      const made = await decided(!appeal);
      return {
        call: byCall(who, `${made.path}/appeal`, { text: NOTE }),
        form: ofForm(who, made)({ intent: "appeal", text: NOTE }),
      };
    });
    const appealWays = async (by: SignedIn | null, isFresh: boolean) => {
      const made = await decided(isFresh, "appealed");
      const outcome = { outcome: "rejected", note: NOTE };
      return {
        call: byCall(by, `${made.path}/appeal/decision`, outcome),
        form: ofForm(by, made)({ ...outcome, intent: "decideAppeal" }),
      };
    };
    add("decide an appeal", mayDecide, () => appealWays(who, !mayDecide));
    add("decide the appeal, by who decided", "forbidden", () => appealWays(root, false));
    const readsHidden = isModerator(role) || isOwn ? "read" : "gone";
    add(`read a hidden text: ${readsHidden}`, null, async () => {
      const { id } = (await decided(false)).text;
      return {
        async page() {
          const asked = { params: { id }, cookie: who?.cookie };
          const thrown = (await ask(articlePage, `/article/${id}`, asked).catch(
            (error: unknown) => error,
          )) as { data?: { own?: object | null } };
          const seen = thrown.data?.own ? "read" : "gone";
          return seen === readsHidden ? "allowed" : seen;
        },
      };
    });
  }
  cells.push(
    {
      ...{ name: "read the queue", expected: mine },
      make: async () => ({
        call: byCall(who, "/api/moderation/queue"),
        page: byPage(who, queuePage, "/moderation"),
      }),
    },
    {
      ...{ name: "read what is hidden", expected: mine },
      make: async () => ({ page: byPage(who, hiddenPage, "/moderation/hidden") }),
    },
  );
  await suspend(stopped.viewer.id);
  stopped.viewer = (await findUser(stopped.viewer.id))!;
  const { faults, tries } = await tryOut(cells);
  expect(faults).toEqual([]);
  expect(tries).toBeGreaterThan(50);
});
