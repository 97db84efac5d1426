/** The pages of moderators. */
export const moderationTabs = [
  { to: "/moderation", label: "Queue" },
  { to: "/moderation/appeals", label: "Appeals" },
  { to: "/moderation/hidden", label: "Hidden" },
  { to: "/moderation/decided", label: "Decisions" },
  { to: "/moderation/domains", label: "Domains" },
  { to: "/moderation/log", label: "Log" },
] as const;
