import { createCookie } from "@remix-run/node";
import { isSchemeChoice, type SchemeChoice } from "./color-scheme";

const YEAR = 60 * 60 * 24 * 365;

const cookie = createCookie("scheme", { path: "/", sameSite: "lax", maxAge: YEAR });

/** @returns the colour scheme this browser asked for earlier, else that of its system */
export async function getScheme(request: Request): Promise<SchemeChoice> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return isSchemeChoice(value) ? value : "system";
}

/** @returns the `Set-Cookie` value that remembers a choice; `system` is remembered by forgetting */
export const rememberScheme = (choice: SchemeChoice): Promise<string> =>
  choice === "system" ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(choice);
