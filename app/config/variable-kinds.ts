/** The kinds of values that environment variables have. */
import { z } from "zod";

/** A whole number in plain digits; "0x1F", "1e3" and "" are rejected. */
export function wholeNumber(minimum: number, maximum: number, fallback: number) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, message)
    .default(fallback);
}

/** A yearly interest rate in percent. */
export const yearlyRate = (fallback: number) => {
  const message = "must be a yearly rate in percent from 0 to 50, such as 3.61";
  return z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/, message)
    .transform(Number)
    .refine((value) => value <= 50, message)
    .default(fallback);
};

export const choice = <const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: NoInfer<T[number]>,
) => z.enum(values, `must be one of ${values.join(", ")}`).default(fallback as never);

export function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

export const isHttp = (url: URL | null) => url !== null && /^https?:$/.test(url.protocol);

export const link = z
  .string()
  .refine((value) => isHttp(parseUrl(value)), "must be a link that begins with http:// or https://")
  .optional();

/** An email address, or a name with one in angle brackets. */
export function isMailbox(value: string): boolean {
  const [, email = value] = /^[^<>"\r\n]+<([^<>]+)>$/.exec(value) ?? [];
  return z.email().safeParse(email).success;
}

/** Whether a value is a `Contact` by RFC 9116; telephone numbers are not supported. */
export function isSecurityContact(value: string): boolean {
  const [, email] = /^mailto:(.*)$/.exec(value) ?? [];
  if (email !== undefined) return z.email().safeParse(email).success;
  return parseUrl(value)?.protocol === "https:";
}

/** Whether requests can be sent to an address: none can with a password in it, and the log would show that. */
export const canBeAsked = (text: string): boolean => {
  const url = parseUrl(text);
  return isHttp(url) && !url?.username && !url?.password;
};

export const isServiceAddress = (text: string) => {
  const url = parseUrl(text);
  return canBeAsked(text) && !url?.search && !url?.hash;
};

/** The base URL of a service, without a trailing slash. */
export const baseUrl = (fallback: string) =>
  z
    .string()
    .refine(isServiceAddress, "must be an address such as https://api.example.org, without a query")
    .transform((value) => value.replace(/\/+$/, ""))
    .default(fallback);

/** Texts separated by commas. */
export const listOf = (isValid: (text: string) => boolean, message: string) =>
  z
    .string()
    .transform((value) => value.split(",").map((text) => text.trim()))
    .refine((list) => list.every(isValid) && new Set(list).size === list.length, message)
    .default([]);
