/** Stamps of sign-up forms: when a form was handed out, signed, so that it shows how long it took to fill in. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { millisecondsInDay, millisecondsInSecond } from "date-fns/constants";

/** Nobody types a name, an address and a password twice in less. */
export const LEAST_MS = 2 * millisecondsInSecond;
export const GREATEST_MS = millisecondsInDay;

const signatureOf = (key: string, time: string) =>
  createHmac("sha256", key).update(`sign-up form ${time}`).digest("base64url");

/** @returns the stamp of a form that is handed out at `now` */
export function makeStamp(key: string, now: number): string {
  const time = String(now);
  return `${time}.${signatureOf(key, time)}`;
}

/** What a stamp says of its form. `quick`: the form was filled in faster than people type. */
export type StampVerdict = "good" | "quick" | "old" | "forged";

/** @param stamp as it was sent; `undefined` without one */
export function judgeStamp(key: string, stamp: string | undefined, now: number): StampVerdict {
  const [, time, signature] = /^(\d{1,15})\.([\w-]{43})$/.exec(stamp ?? "") ?? [];
  if (!time || !signature) return "forged";
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, time)))) {
    return "forged";
  }
  const age = now - Number(time);
  if (age < LEAST_MS) return "quick";
  return age > GREATEST_MS ? "old" : "good";
}
