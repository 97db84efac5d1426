/** The sections of the settings, in the order of their navigation. */
export const sections = [{ path: "/settings/sign-in", label: "Address and password" }] as const;

/** What `/settings` itself leads to. */
export const FIRST_SECTION = sections[0].path;
