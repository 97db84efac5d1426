/** The pages of the operator’s desk, in the order of their tabs. */
export const adminTabs = [
  { to: "/admin", label: "Overview" },
  { to: "/admin/people", label: "People" },
  { to: "/admin/settings", label: "Settings" },
  { to: "/admin/texts", label: "Texts" },
  { to: "/admin/jobs", label: "Jobs" },
  { to: "/admin/events", label: "Events" },
] as const;
