import { addDays } from "date-fns/addDays";
import type { Viewer } from "./viewer";

/** The topic whose hub accepts reviews from members only. */
const MEMBERS_TOPIC = "tokenomics";

/** @returns whether only members may add reviews to a hub */
export const isForMembers = (topicSlug: string): boolean => topicSlug === MEMBERS_TOPIC;

/** @returns whether the viewer may add a review to a hub */
export const mayReview = (viewer: Viewer | null, topicSlug: string): boolean =>
  viewer !== null && (viewer.isMember || !isForMembers(topicSlug));

/** @returns whether the viewer's role allows voting on applications */
export const mayVote = (viewer: Viewer | null): boolean => viewer?.isMember ?? false;

/**
 * @param isListEmpty whether the engine has made no recommendation yet; then any signed-in user may have
 *   the first one generated
 * @returns whether the viewer may have a recommendation generated and stored, by either engine
 */
export const mayGenerate = (viewer: Viewer | null, isListEmpty: boolean): boolean =>
  viewer !== null && (viewer.isMember || isListEmpty);

/** @returns whether the viewer may see what an engine would recommend now, without storing it */
export const mayPreview = (viewer: Viewer | null): boolean => viewer !== null;

/** The roles that administrators give; everybody else with an account has none. They are apart from membership. */
export const roles = ["moderator", "administrator"] as const;
export type Role = (typeof roles)[number];

/** What a role allows beyond what every account may do, as `/rules` states it. Administrators may do all of it. */
export const powers = {
  "read-queue": {
    role: "moderator",
    does: "Read the queue of flags, what was hidden, and all decisions with their notes",
  },
  decide: {
    role: "moderator",
    does: "Decide about texts and people, and undo their own decisions",
  },
  "decide-appeal": {
    role: "moderator",
    does: "Decide appeals against the decisions of others",
  },
  "block-domain": {
    role: "moderator",
    does: "Block links to a domain, or warn of it",
  },
  "undo-any": {
    role: "administrator",
    does: "Undo any decision, or all decisions of one moderator at once",
  },
  "appoint-moderator": {
    role: "administrator",
    does: "Make somebody a moderator, or end that",
  },
  "decide-about-moderator": {
    role: "administrator",
    does: "Suspend, limit or warn a moderator",
  },
  administer: {
    role: "administrator",
    does: "Manage accounts, settings, texts of the site, and jobs",
  },
} as const satisfies Record<string, { role: Role; does: string }>;
export type Power = keyof typeof powers;

/** What everybody with an account may do, as `/rules` states it. */
const powersOfEverybody = [
  "Write, upvote, edit and remove what is their own",
  "Flag texts and people, and take a flag back, unless the account is new or limited",
  "Read the reasons of decisions about themselves, and appeal",
];

/** Each power with those who hold it; `null` stands for everybody with an account. */
export const powerTable: readonly { does: string; holders: readonly (Role | null)[] }[] = [
  ...powersOfEverybody.map((does) => ({ does, holders: [null, ...roles] })),
  ...Object.values(powers).map(({ does, role }) => ({
    does,
    holders: roles.slice(roles.indexOf(role)),
  })),
];

/** @returns whether the viewer’s role has a power; a suspended account has none */
export function hasPower(viewer: Viewer | null, power: Power): boolean {
  if (!viewer?.role || viewer.suspension) return false;
  return viewer.role === "administrator" || powers[power].role === viewer.role;
}

/** Why a viewer may not decide about something. */
export type DecisionRefusal = "role" | "own" | "flagged" | "rank";

interface DecidedAbout {
  /** The author of a text, or the person. */
  authorId: string;
  /** The person’s role, if the decision is about a person. */
  personRole?: Role | null;
  /** Whether the viewer has an open flag on it. */
  isFlaggedByViewer: boolean;
}

/** @returns why the viewer may not decide about a text or person; `null` if they may */
export function refusalToDecide(
  viewer: Viewer | null,
  { authorId, personRole = null, isFlaggedByViewer }: DecidedAbout,
): DecisionRefusal | null {
  if (!hasPower(viewer, "decide")) return "role";
  if (viewer?.id === authorId) return "own";
  if (isFlaggedByViewer) return "flagged";
  if (personRole && !hasPower(viewer, "decide-about-moderator")) return "rank";
  return null;
}

/** @returns whether the viewer may write: everything that others can see, upvotes and votes included */
export const mayWrite = (viewer: Viewer | null): boolean => viewer !== null && !viewer.suspension;

/** For how many days an account is new. */
export const NEW_ACCOUNT_DAYS = 7;

/**
 * @returns whether what an account writes weighs nothing yet: because its address is not proven, or because it is new
 *   and belongs neither to a member of the organisation nor to a moderator
 */
export function isUnproven(viewer: Viewer, now = new Date()): boolean {
  if (!viewer.hasProvenEmail) return true;
  return !viewer.isMember && !viewer.role && addDays(viewer.createdAt, NEW_ACCOUNT_DAYS) > now;
}

/** @returns whether an account has tighter limits than others: unproven, or limited by a moderator */
export const isLimited = (viewer: Viewer, now = new Date()): boolean =>
  isUnproven(viewer, now) || Boolean(viewer.limitedUntil && viewer.limitedUntil > now);

/** @returns whether the viewer may flag texts and people */
export const mayFlag = (viewer: Viewer | null): boolean =>
  viewer !== null && mayWrite(viewer) && !isLimited(viewer);
