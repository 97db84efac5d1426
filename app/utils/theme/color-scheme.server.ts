import { asSent, CHOICE_AGE, siteCookie } from "../http/site-cookie.server";
import { colorSchemes, isColorScheme, type ColorScheme } from "./color-scheme";

/** The name of the cookie with the chosen colour scheme, without the prefix that `cookieName` adds. */
export const SCHEME_COOKIE = "scheme";

const cookie = () => siteCookie(SCHEME_COOKIE, { maxAge: CHOICE_AGE });

/** @returns the cookies of all choices but the default, as browsers send them: `name=value` */
export const schemeCookies = async (): Promise<string[]> => {
  const cookies = await Promise.all(
    colorSchemes.filter((choice) => choice !== "system").map(setColorScheme),
  );
  return cookies.map(asSent);
};

/** @returns the colour scheme chosen in this browser; `system` by default */
export async function getColorScheme(request: Request): Promise<ColorScheme> {
  const value: unknown = await cookie().parse(request.headers.get("Cookie"));
  return isColorScheme(value) ? value : "system";
}

/** @returns the `Set-Cookie` header for a choice; `system` removes the cookie */
export const setColorScheme = (choice: ColorScheme): Promise<string> =>
  choice === "system" ? cookie().serialize("", { maxAge: 0 }) : cookie().serialize(choice);
