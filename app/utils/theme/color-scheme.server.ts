import { createCookie } from "@remix-run/node";
import { isColorScheme, type ColorScheme } from "./color-scheme";

const YEAR = 60 * 60 * 24 * 365;

const cookie = createCookie("scheme", { path: "/", sameSite: "lax", maxAge: YEAR });

/** @returns the colour scheme chosen in this browser, by default the system's */
export async function getColorScheme(request: Request): Promise<ColorScheme> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return isColorScheme(value) ? value : "system";
}

/** @returns the `Set-Cookie` header for a choice; `system` removes the cookie */
export const setColorScheme = (choice: ColorScheme): Promise<string> =>
  choice === "system" ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(choice);
