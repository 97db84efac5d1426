/** What a digest says: what is new since the last one, as it is now. */
import { site } from "~/config/site";
import { hotRank } from "~/domain/ranking";
import type { NoticeKind } from "~/domain/notices";
import { mayVote } from "~/domain/permissions";
import { DELETED_ACCOUNT_NAME } from "~/domain/person-path";
import type { Viewer } from "~/domain/viewer";
import { findBlockedBy } from "~/models/block.server";
import { findStanding } from "~/models/article.server";
import type { MailSettings } from "~/models/mail-settings.server";
import { listToVoteOn } from "~/models/membership-application.server";
import { listUnreadNotices, type Notice } from "~/models/notice.server";
import { findNoticedTexts } from "~/models/noticed-text.server";
import { findNames } from "~/models/user.server";
import { readCheckpoint } from "../ledger/checkpoint.server";
import { deliveryOf } from "../mail/mail-settings.server";
import { foreignText, type ExactText, type MailContent } from "../mail/render-mail";
import { describeNotices, pathOf } from "../notices/describe.server";
import { newsOf } from "../notices/news";
import type { DigestPart, Period } from "./digest-part";
import { readNewRecommendations } from "./new-recommendations.server";

/** The kinds that tell of new texts where somebody follows; the others tell of what concerns the person. */
const FOLLOWED_KINDS = new Set<NoticeKind>(["person", "hub", "category", "asset"]);

/** Maximum number of notices that are looked through. */
const MAX_READ = 300;
const MAX_NOTICES_SHOWN = 15;
const MAX_TEXTS_SHOWN = 10;
const MAX_VOTES_SHOWN = 10;

/** @returns the digest of a period for somebody; `null` if there is nothing to tell */
export async function composeDigest(
  reader: Viewer,
  settings: MailSettings,
  period: Period,
): Promise<{ content: MailContent; about: string[]; exact?: ExactText } | null> {
  const notices = await readNews(reader, settings, period);
  const [answers, texts, votes, recommendations] = await Promise.all([
    describeAnswers(notices.filter(({ kind }) => !FOLLOWED_KINDS.has(kind))),
    describeTexts(notices.filter(({ kind }) => FOLLOWED_KINDS.has(kind))),
    describeVotes(reader, settings, period),
    readNewRecommendations(period),
  ]);
  const news = [answers, texts, votes].filter((part) => part !== null);
  // A new recommendation is news for a week, but not for a day.
  const isEnough = news.length > 0 || settings.frequency === "weekly";
  const parts = isEnough ? [...news, ...(recommendations ? [recommendations] : [])] : [];
  if (!parts.length) return null;
  const checkpoint = await readCheckpoint();
  return {
    content: {
      subject: `${parts.map(({ summary }) => summary).join(", ")} — ${site.name}`,
      before: ["This is new since your last digest."],
      sections: parts.map(({ section }) => section),
    },
    about: [...new Set(parts.flatMap(({ about }) => about))],
    ...(checkpoint && { exact: { about: WITNESS, text: checkpoint.note.trimEnd() } }),
  };
}

const WITNESS =
  "The newest signed head of our ledger of recommendations. Keep this mail, and you can show later that nothing before it was changed:";

/** Reads what somebody was told in a period, has not read, and wants in the digest or was not mailed at once. */
async function readNews({ id }: Viewer, settings: MailSettings, period: Period): Promise<Notice[]> {
  const [unread, blocked] = await Promise.all([
    listUnreadNotices(id, period.since, MAX_READ),
    findBlockedBy(id),
  ]);
  return unread.flatMap((notice) => {
    // Open votes are told by what is open.
    const isLeftOut = notice.kind === "applicant" || deliveryOf(notice.kind, settings) === "never";
    const sources = notice.sources.filter(({ actor = "" }) => !blocked.has(actor));
    return (isLeftOut ? null : newsOf({ ...notice, sources }, period)) ?? [];
  });
}

async function describeAnswers(notices: readonly Notice[]): Promise<DigestPart | null> {
  if (!notices.length) return null;
  const { described } = await describeNotices(notices);
  const [first] = described;
  if (!first) return null;
  const answers = described.filter(({ kind }) => kind === "answer" || kind === "thread").length;
  const hasOnlyAnswers = answers === described.length;
  const shown = described.slice(0, MAX_NOTICES_SHOWN);
  return {
    summary: hasOnlyAnswers ? plural(answers, "answer") : plural(described.length, "notice"),
    section: {
      title: hasOnlyAnswers ? "Answers" : "Answers and notices",
      items: shown.map(({ text, path }) => ({ label: foreignText(text, 200), path })),
      more: moreThan(MAX_NOTICES_SHOWN, described.length, "/notices"),
    },
    about: shown.flatMap(({ about }) => about),
  };
}

/** The new texts where somebody follows, the strongest first. */
async function describeTexts(notices: readonly Notice[]): Promise<DigestPart | null> {
  if (!notices.length) return null;
  const sources = notices.flatMap((notice) => notice.sources);
  const found = await findNoticedTexts(sources.flatMap(({ text }) => text ?? []));
  const times = new Map(sources.map(({ text, at }) => [text?.id, at]));
  const ids = [...found.keys()].filter((id) => times.has(id));
  if (!ids.length) return null;
  const standing = await findStanding(ids);
  const hotOf = (id: string) =>
    standing.get(id)?.hot ??
    hotRank({ upvotes: 0, commentsByOthers: 0, createdAt: times.get(id)! });
  const strongest = ids
    .toSorted((one, other) => hotOf(other) - hotOf(one))
    .slice(0, MAX_TEXTS_SHOWN);
  const texts = strongest.map((id) => found.get(id)!);
  const names = await findNames(texts.map(({ authorId }) => authorId));
  const ofKind = (kind: string) => ids.filter((id) => found.get(id)!.kind === kind).length;
  const [articles, reviews] = [ofKind("article"), ofKind("review")];
  return {
    summary: [
      ...(articles ? [`${articles} new ${articles === 1 ? "article" : "articles"}`] : []),
      ...(reviews ? [`${reviews} new ${reviews === 1 ? "review" : "reviews"}`] : []),
    ].join(", "),
    section: {
      title: "New where you follow",
      items: texts.map((text) => {
        const by = names.get(text.authorId) ?? DELETED_ACCOUNT_NAME;
        const { upvotes = 0, commentCount = 0 } = standing.get(text.id) ?? {};
        return {
          label: foreignText(text.title ?? ""),
          path: pathOf(text),
          detail: [
            `${text.kind === "review" ? "a review" : "an article"} by ${by}`,
            ...(upvotes ? [plural(upvotes, "upvote")] : []),
            ...(commentCount ? [plural(commentCount, "comment")] : []),
          ].join(", "),
        };
      }),
      more: moreThan(MAX_TEXTS_SHOWN, ids.length, "/following"),
    },
    about: texts.flatMap(({ id, authorId }) => [id, authorId]),
  };
}

/** The applications that were opened in a period and on which a member has not voted. */
async function describeVotes(
  reader: Viewer,
  settings: MailSettings,
  period: Period,
): Promise<DigestPart | null> {
  // Who wants them at once has been mailed each.
  if (!mayVote(reader) || deliveryOf("applicant", settings) !== "digest") return null;
  const open = await listToVoteOn(reader.id, period, MAX_VOTES_SHOWN);
  if (!open.length) return null;
  return {
    summary: plural(open.length, "open vote"),
    section: {
      title: "Open votes",
      items: open.map(({ name, closesAt }) => ({
        label: `${name} applied for membership`,
        path: "/partner",
        detail: `The vote ends on ${closesAt.toUTCString().slice(0, 16)}.`,
      })),
    },
    about: open.flatMap(({ id, userId }) => [id, userId]),
  };
}

const moreThan = (shown: number, all: number, path: string) =>
  all > shown ? { label: `And ${all - shown} more`, path } : undefined;

/** 1 → "1 answer", 2 → "2 answers" */
const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;
