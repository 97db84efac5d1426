/** What people are mailed about what happens here: read and changed by themselves, and ended from the mails. */
import { createHash } from "node:crypto";
import { addMilliseconds } from "date-fns/addMilliseconds";
import { subMilliseconds } from "date-fns/subMilliseconds";
import { nextDigestTime, type DigestTimes } from "~/domain/digest-times";
import {
  chosenNoticeKinds,
  noticeRules,
  type ChosenNoticeKind,
  type Delivery,
  type NoticeKind,
} from "~/domain/notices";
import type { Viewer } from "~/domain/viewer";
import {
  endMails,
  ensureUnsubscribeSecret,
  findByUnsubscribeSecret,
  findMailSettings,
  forgetRefusals,
  setMailSettings,
  type MailSettings,
} from "~/models/mail-settings.server";
import type { MailSettingsInput } from "~/schemas/mail-settings";
import { unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";

/** After so many refusals in a row an address gets no more notices and digests. */
export const MAX_REFUSALS = 3;

/** The times of a digest until its reader chooses others; Monday is when each week's recommendations are made. */
const DEFAULT_TIMES = { hour: 8, weekday: 1, timeZone: "UTC" };

/** Digests that are due at the same hour are spread over this time, always the same for one person. */
const SPREAD_MS = 10 * 60_000;
const spreadOf = (userId: string): number =>
  createHash("sha256").update(userId).digest().readUInt32BE() % SPREAD_MS;

/** @returns how a kind of notice is mailed to somebody with these settings */
export const deliveryOf = (kind: NoticeKind, settings: MailSettings | null): Delivery =>
  settings?.deliveries[kind] ?? noticeRules(kind).delivery;

/** @returns whether the server of an address has refused so many mails that no more are sent there */
export const isStopped = (settings: MailSettings | null, email: string): boolean =>
  settings?.refusals?.address === email && settings.refusals.count >= MAX_REFUSALS;

/** @returns when the next digest of somebody is due after a moment; `null` without digests */
export function nextDigestAt(
  userId: string,
  { frequency, ...times }: Pick<MailSettings, "frequency" | "hour" | "weekday" | "timeZone">,
  after: Date,
): Date | null {
  if (frequency === "never") return null;
  const { hour, weekday, timeZone } = DEFAULT_TIMES;
  const chosen: DigestTimes = {
    frequency,
    hour: times.hour ?? hour,
    weekday: times.weekday ?? weekday,
    timeZone: times.timeZone ?? timeZone,
  };
  const spread = spreadOf(userId);
  return addMilliseconds(nextDigestTime(chosen, subMilliseconds(after, spread)), spread);
}

/** @returns what the viewer is mailed, with the defaults for what they have not chosen */
export async function readMailSettings(viewer: Viewer | null) {
  if (!viewer) throw unauthenticatedError();
  const found = await findMailSettings(viewer.id);
  return {
    deliveries: Object.fromEntries(
      chosenNoticeKinds.map((kind) => [kind, deliveryOf(kind, found)]),
    ) as Record<ChosenNoticeKind, Delivery>,
    frequency: found?.frequency ?? "never",
    hour: found?.hour ?? DEFAULT_TIMES.hour,
    weekday: found?.weekday ?? DEFAULT_TIMES.weekday,
    /** `null` until the viewer has chosen one. */
    timeZone: found?.timeZone ?? null,
    nextDigestAt: (found?.digestDueAt ? null : found?.nextDigestAt) ?? null,
    isStopped: isStopped(found, viewer.email),
  };
}

/** Changes what the viewer is mailed. @throws ServiceError `limited` */
export async function changeMailSettings(
  viewer: Viewer | null,
  { frequency, hour, weekday, timeZone, ...deliveries }: MailSettingsInput,
): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  await enforceRateLimit("profiles", viewer.id);
  const digest = { frequency, hour, weekday, timeZone };
  await setMailSettings(viewer.id, deliveries, digest, nextDigestAt(viewer.id, digest, new Date()));
}

/** Sends mails again to an address whose server has refused some. */
export async function resumeMails(viewer: Viewer | null): Promise<void> {
  if (!viewer) throw unauthenticatedError();
  await enforceRateLimit("profiles", viewer.id);
  await forgetRefusals(viewer.id);
}

/** What the link in a mail ends: one kind of notice, the digest, or all of them. */
export type EndedMails = NoticeKind | "digest" | "all";

const isEnded = (text: string): text is EndedMails =>
  text === "digest" || text === "all" || (chosenNoticeKinds as readonly string[]).includes(text);

/** @returns the path of the page that ends mails to somebody, for ever and without signing in */
export async function unsubscribePath(
  userId: string,
  settings: MailSettings | null,
  what: EndedMails,
): Promise<string> {
  const secret = settings?.unsubscribeSecret ?? (await ensureUnsubscribeSecret(userId));
  return `/unsubscribe/${secret}.${what}`;
}

/** @returns what a token of such a path ends, and whether that has happened; `null` if it is none, or of a deleted account */
export async function readUnsubscription(
  token: string,
): Promise<{ what: EndedMails; isDone: boolean } | null> {
  const found = await findUnsubscription(token);
  if (!found) return null;
  const { what, settings } = found;
  const ends = (kind: NoticeKind) => deliveryOf(kind, settings) === "never";
  const isDone =
    what === "digest"
      ? settings.frequency === "never"
      : what === "all"
        ? settings.frequency === "never" && chosenNoticeKinds.every(ends)
        : ends(what);
  return { what, isDone };
}

async function findUnsubscription(token: string) {
  const [, secret = "", what = ""] = /^([\w-]{32})\.([a-z]+)$/.exec(token) ?? [];
  if (!isEnded(what)) return null;
  const settings = await findByUnsubscribeSecret(secret);
  return settings && { what, settings };
}

/** Ends the mails that a token is for; does nothing if it is none. Doing it again changes nothing. */
export async function unsubscribe(token: string): Promise<void> {
  const found = await findUnsubscription(token);
  if (!found) return;
  const { what, settings } = found;
  const kinds = what === "all" ? chosenNoticeKinds : what === "digest" ? [] : [what];
  await endMails(settings.userId, kinds, what === "all" || what === "digest");
}
