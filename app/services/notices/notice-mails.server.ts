/** Mails notices to those who want their kind at once. */
import { environment } from "~/config/env.server";
import { findMailSettingsOf } from "~/models/mail-settings.server";
import { findUnreadTellings, markNoticeMailed, type Telling } from "~/models/notice.server";
import { count, limits } from "~/models/rate-limits.server";
import { findTexts } from "~/models/text.server";
import { findProvenUsers, listProvenUsers } from "~/models/user.server";
import { deliveryOf } from "../mail/mail-settings.server";
import { mayBeMailed, queueOptionalMail } from "../mail/optional-mails.server";
import { foreignText, type MailContent } from "../mail/render-mail";
import { describeNotices, type DescribedNotice } from "./describe.server";
import { newsOf } from "./news";

/** In characters: of the sentence that says what happened, and of the beginning of a text. */
const MAX_LENGTH = 200;
const MAX_QUOTED_LENGTH = 400;

/**
 * Mails people what they were just told, if they want that at once. After a mail about a subject there is no other one
 * until the notice was read. Doing it again, as after a crash, mails nobody twice.
 */
export async function queueNoticeMails(people: readonly string[], telling: Telling): Promise<void> {
  if (!people.length) return;
  const settings = await findMailSettingsOf(people);
  const settingsOf = (id: string) => settings.get(id) ?? null;
  const wanting = people.filter((id) => deliveryOf(telling.kind, settingsOf(id)) === "at-once");
  if (!wanting.length) return;
  const readers = new Map((await listProvenUsers(wanting)).map((reader) => [reader.id, reader]));
  const unread = (await findUnreadTellings([...readers.keys()], telling)).filter(
    ({ mailedAt, seenAt }) => !mailedAt || (seenAt && seenAt > mailedAt),
  );
  const news = new Map(
    unread.flatMap((notice) => newsOf(notice) ?? []).map((one) => [one.id, one]),
  );
  const [{ described }, beginning] = await Promise.all([
    describeNotices([...news.values()]),
    readBeginning(telling),
  ]);
  for (const notice of described) {
    const { personId, sources } = news.get(notice.id)!;
    const reader = readers.get(personId)!;
    if (!mayBeMailed(reader, settingsOf(personId))) continue;
    const left = await countNoticeMail(personId);
    if (left < 0) continue;
    await queueOptionalMail({
      reader,
      settings: settingsOf(personId),
      what: notice.kind,
      occasion: `notice ${notice.id} ${telling.source.id}`,
      about: notice.about,
      // Of several texts in one notice, none is quoted.
      content: contentOf(notice, sources.length === 1 ? beginning : null, left === 0),
    });
    await markNoticeMailed(notice.id, sources.at(-1)!.toldAt);
  }
}

/** @returns how many notices may be mailed to a person within the hour after this one; negative if not even this one */
async function countNoticeMail(userId: string): Promise<number> {
  if (!environment().RATE_LIMITS) return Infinity;
  return limits().noticeMails.points - (await count("noticeMails", userId));
}

/** @returns how the text that a notice tells of begins, in quotation marks; `null` if it is not to be quoted */
async function readBeginning({ kind, source }: Telling): Promise<string | null> {
  // Of an upvote the text is the reader's own.
  if (!source.text || kind === "upvote") return null;
  // Whoever makes an account could have us mail what they like.
  if (!(await findProvenUsers([source.actor ?? ""])).size) return null;
  const { id } = source.text;
  const text = (await findTexts({ [source.text.kind]: [id] })).get(id);
  if (!text) return null;
  const content =
    text.kind === "article" ? text.summary : text.kind === "review" ? text.review : text.content;
  return `“${foreignText(content, MAX_QUOTED_LENGTH)}”`;
}

function contentOf(
  { text, path }: DescribedNotice,
  beginning: string | null,
  isLast: boolean,
): MailContent {
  const sentence = foreignText(text, MAX_LENGTH);
  return {
    subject: sentence,
    before: [`${sentence}.`, ...(beginning === null ? [] : [beginning])],
    link: { label: "Read it", path },
    after: isLast
      ? ["There is a lot of news. More of it within this hour is on your page of notices only."]
      : [],
  };
}
