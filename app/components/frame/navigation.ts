import { personPath } from "~/domain/person-path";
import type { Viewer } from "~/domain/viewer";

export const navigation = [
  { to: "/research", label: "Research" },
  { to: "/community", label: "Community" },
  { to: "/momentum", label: "Momentum" },
  { to: "/sentiment", label: "Sentiment" },
  { to: "/investmentclub", label: "Club" },
] as const;

/** The page with the form for an article. */
export const WRITE_PATH = "/community/new";

/** The pages that belong to a user. Only the public one depends on the name, and the desk on the role. */
export const ownPages = ({
  name,
  role,
  hasDecisions = false,
}: Partial<Viewer> & { hasDecisions?: boolean } = {}) => [
  { to: "/dashboard", label: "Dashboard" },
  { to: "/drafts", label: "Drafts" },
  { to: "/saved", label: "Saved" },
  { to: "/following", label: "Following" },
  { to: "/notices", label: "Notices" },
  { to: "/flags", label: "Flags" },
  ...(name === undefined ? [] : [{ to: personPath(name), label: "My page" }]),
  ...(hasDecisions ? [{ to: "/moderation/decisions", label: "Decisions" }] : []),
  { to: "/invitations", label: "Invitations" },
  { to: "/settings", label: "Settings" },
  ...(role === undefined ? [] : [{ to: "/moderation", label: "Moderation" }]),
  ...(role === "administrator" ? [{ to: "/admin", label: "Admin" }] : []),
];
