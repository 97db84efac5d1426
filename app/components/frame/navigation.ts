import { personPath } from "~/domain/person-path";

export const navigation = [
  { to: "/research", label: "Research" },
  { to: "/community", label: "Community" },
  { to: "/momentum", label: "Momentum" },
  { to: "/sentiment", label: "Sentiment" },
  { to: "/investmentclub", label: "Club" },
] as const;

/** The page with the form for an article. */
export const WRITE_PATH = "/community/new";

/** The pages that belong to a user. Only the public one depends on the name. */
export const ownPages = (name: string | undefined) => [
  { to: "/dashboard", label: "Dashboard" },
  { to: "/drafts", label: "Drafts" },
  { to: "/saved", label: "Saved" },
  { to: "/following", label: "Following" },
  { to: "/notices", label: "Notices" },
  ...(name === undefined ? [] : [{ to: personPath(name), label: "My page" }]),
  { to: "/settings", label: "Settings" },
];
