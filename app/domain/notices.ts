/** What people are told about, and how it is worded. */

/** How a kind of notice is mailed. */
export const deliveries = ["at-once", "digest", "never"] as const;
export type Delivery = (typeof deliveries)[number];

/** What a notice says, in words. */
interface NoticeWords {
  /** Who did it, such as “Ada, Walt and 3 others”. */
  who: string;
  /** What they wrote, or what they wrote about, such as “your comment on “Rates””. */
  what: string;
  /** What the reader follows, such as “Macro” or “BTC”. */
  where: string;
}

interface NoticeKindRules {
  /** Its name in the settings. */
  label: string;
  /** How it is mailed unless the person has chosen otherwise. */
  delivery: Delivery;
  /** Whether each day has a notice of its own; otherwise all that happens to one subject is one notice. */
  isDaily?: true;
  /** Whether people cannot choose how it is mailed. */
  isFixed?: true;
  describe: (words: NoticeWords) => string;
}

/**
 * The kinds of notices. One event tells nobody twice: of those that apply to a person, the first in this order does. The
 * kinds of what can be followed have its names.
 */
export const noticeKinds = {
  decision: {
    label: "Decisions of moderators about me and what I wrote",
    // The whole decision is mailed in any case.
    delivery: "never",
    isFixed: true,
    describe: ({ what }) => what,
  },
  answer: {
    label: "Answers to what I wrote",
    delivery: "at-once",
    describe: ({ who, what }) => `${who} answered ${what}`,
  },
  mention: {
    label: "Texts that name me",
    delivery: "at-once",
    isDaily: true,
    describe: ({ who, what }) => `${who} named you in ${what}`,
  },
  thread: {
    label: "New answers in discussions I follow",
    delivery: "digest",
    describe: ({ who, what }) => `${who} wrote in the discussion of ${what}`,
  },
  person: {
    label: "New articles and reviews by people I follow",
    delivery: "digest",
    isDaily: true,
    describe: ({ who, what }) => `${who} posted ${what}`,
  },
  hub: {
    label: "New reviews and articles in hubs I follow",
    delivery: "digest",
    isDaily: true,
    describe: ({ what, where }) => `New in the hub ${where}: ${what}`,
  },
  category: {
    label: "New articles in categories I follow",
    delivery: "digest",
    isDaily: true,
    describe: ({ what, where }) => `New in the category ${where}: ${what}`,
  },
  asset: {
    label: "New articles and reviews about assets I follow",
    delivery: "digest",
    isDaily: true,
    describe: ({ what, where }) => `New about ${where}: ${what}`,
  },
  upvote: {
    label: "Upvotes of what I wrote",
    delivery: "digest",
    isDaily: true,
    describe: ({ who, what }) => `${who} upvoted ${what}`,
  },
  application: {
    label: "Votes and the decision on my application",
    delivery: "at-once",
    describe: ({ what }) => what,
  },
  applicant: {
    label: "New applications for membership",
    delivery: "digest",
    describe: ({ who }) => `${who} applied for membership`,
  },
  flag: {
    label: "What became of what I flagged",
    delivery: "digest",
    describe: ({ what }) => what,
  },
} as const satisfies Record<string, NoticeKindRules>;

export type NoticeKind = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];

/** @returns the rules of a kind */
export const noticeRules = (kind: NoticeKind): NoticeKindRules => noticeKinds[kind];

/** The kinds of which people choose how they are mailed. */
export type ChosenNoticeKind = {
  [Kind in NoticeKind]: (typeof noticeKinds)[Kind] extends { isFixed: true } ? never : Kind;
}[NoticeKind];
export const chosenNoticeKinds = noticeKindNames.filter(
  (kind): kind is ChosenNoticeKind => !noticeRules(kind).isFixed,
);

/** What a notice can be about: for those who follow something, what they follow. */
export const noticeSubjectKinds = [
  ...([
    "article",
    "review",
    "comment",
    "person",
    "hub",
    "category",
    "asset",
    "application",
    "decision",
    "flagged",
  ] as const),
] as const;
export type NoticeSubjectKind = (typeof noticeSubjectKinds)[number];

/** After how many days without news a notice is removed. */
export const NOTICE_DAYS = 180;

/** Maximum number of notices of a person; the oldest of more are removed once a day. */
export const MAX_NOTICES = 1_000;

/** The header's count of unread notices stops at this number. */
export const MAX_UNREAD_SHOWN = 99;
