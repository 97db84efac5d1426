import { createCookie, type Cookie, type CookieOptions } from "@remix-run/node";
import { secondsInDay, secondsInMinute } from "date-fns/constants";
import { environment } from "~/config/env.server";
import { PASSKEY_MINUTES, STEP_MINUTES } from "~/domain/sign-in-steps";

/** Whether the site is on https. On http, such as http://localhost, browsers reject cookies with the prefix. */
const isSecure = () => environment().APP_ORIGIN?.startsWith("https:") ?? false;

/**
 * @returns the full name of a cookie of the site. On https it has the `__Host-` prefix, which binds the cookie to
 *   this host: no subdomain and no http page can set it.
 */
export const cookieName = (name: string): string => (isSecure() ? `__Host-${name}` : name);

/** @returns a cookie of the whole site, which is `Secure` on https */
export const siteCookie = (
  name: string,
  options: Pick<CookieOptions, "httpOnly" | "maxAge"> = {},
): Cookie =>
  createCookie(cookieName(name), { path: "/", sameSite: "lax", secure: isSecure(), ...options });

/** How long a browser remembers a choice, in seconds. */
export const CHOICE_AGE = 365 * secondsInDay;

/** @returns the cookie of a `Set-Cookie` header as browsers send it: `name=value` */
export const asSent = (header: string): string => header.split(";", 1)[0]!;

/** Creates a cookie that expires after some minutes and that scripts cannot read. */
const stepCookie = (name: string, minutes: number) => {
  const cookie = (): Cookie => siteCookie(name, { httpOnly: true });
  return {
    /** @returns the secret, or an empty string */
    async read(request: Request): Promise<string> {
      const secret: unknown = await cookie().parse(request.headers.get("Cookie"));
      return typeof secret === "string" ? secret : "";
    },
    serialize: (secret: string) =>
      cookie().serialize(secret, { maxAge: minutes * secondsInMinute }),
    serializeExpired: () => cookie().serialize("", { maxAge: 0 }),
  };
};

/** Holds the secret of a sign-in that waits for its second step. */
export const secondStepCookie = stepCookie("step", STEP_MINUTES);
/** Holds the secret of the challenge that a passkey is to sign. */
export const passkeyCookie = stepCookie("passkey", PASSKEY_MINUTES);
