/** Cookies with the secrets of multi-step processes that a visitor has started and has to complete. */
import type { Cookie } from "@remix-run/node";
import { secondsInMinute } from "date-fns/constants";
import { PASSKEY_MINUTES, STEP_MINUTES } from "~/domain/sign-in-steps";
import { siteCookie } from "./site-cookie.server";

/** Creates a cookie that expires after some minutes and that scripts cannot read. */
const stepCookie = (name: string, minutes: number) => {
  const cookie = (): Cookie => siteCookie(name, { httpOnly: true });
  return {
    /** @returns the secret, or an empty string */
    async read(request: Request): Promise<string> {
      const secret: unknown = await cookie().parse(request.headers.get("Cookie"));
      return typeof secret === "string" ? secret : "";
    },
    /** @returns the `Set-Cookie` header */
    serialize: (secret: string) =>
      cookie().serialize(secret, { maxAge: minutes * secondsInMinute }),
    /** @returns the `Set-Cookie` header that removes it */
    serializeExpired: () => cookie().serialize("", { maxAge: 0 }),
  };
};

/** Holds the secret of a sign-in that waits for its second step. */
export const secondStepCookie = stepCookie("step", STEP_MINUTES);
/** Holds the secret of the challenge that a passkey is to sign. */
export const passkeyCookie = stepCookie("passkey", PASSKEY_MINUTES);
