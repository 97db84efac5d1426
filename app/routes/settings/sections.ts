/** The sections of the settings, in the order of their navigation. */
export const sections = [
  { path: "/settings", label: "Profile" },
  { path: "/settings/sign-in", label: "Address and password" },
  { path: "/settings/second-factor", label: "Second factor" },
  { path: "/settings/sessions", label: "Sessions and tokens" },
  { path: "/settings/data", label: "Your data" },
] as const;
