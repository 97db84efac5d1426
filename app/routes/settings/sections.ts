/** The sections of the settings, in the order of their navigation. */
export const sections = [
  { path: "/settings/sign-in", label: "Address and password" },
  { path: "/settings/sessions", label: "Sessions and tokens" },
] as const;

/** What `/settings` itself leads to. */
export const FIRST_SECTION = sections[0].path;
