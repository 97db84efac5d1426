import { formMessages, type FormIntent } from "../forms/form-messages";
import { errorToast as error, success, type Toast } from "./toast";

/** The toasts that do not belong to a form. */
const pageToasts = {
  signInAgain: error(
    "Please sign in again: that took too long, or there were too many wrong codes.",
  ),
  momentumUnavailable: error("Failed to fetch momentum recommendations"),
  sentimentUnavailable: error("Failed to fetch sentiment recommendations"),
  schemeFailed: error("Failed to change the colour scheme."),
  viewFailed: error("Failed to change how the articles are shown."),
  signOutFailed: error("The site did not respond: you are still signed in."),
  signedOut: success("You are signed out."),
  signedOutHere: error(
    "The session itself could not be ended just now. If it is open elsewhere, sign out there as well.",
    "Signed out in this browser only",
  ),
} satisfies Record<string, Toast>;

/** The key of a toast: that of a form has its intent and outcome, such as `upvote.done`. */
export type ToastKey =
  | keyof typeof pageToasts
  | {
      [
        Intent in FormIntent
      ]: `${Intent}.${Exclude<string & keyof (typeof formMessages)[Intent], "failsQuietly" | "itemField">}`;
    }[FormIntent];

/**
 * All toasts by key. A redirect's cookie contains only the key of a toast and a path on this site, so that a forged
 * cookie cannot make a page show arbitrary text.
 */
export const toasts = {
  ...pageToasts,
  ...Object.fromEntries(
    Object.entries(formMessages).flatMap(([intent, outcomes]) =>
      Object.entries(outcomes).flatMap(([outcome, toast]) =>
        typeof toast === "object" ? [[`${intent}.${outcome}`, toast]] : [],
      ),
    ),
  ),
} as Record<ToastKey, Toast>;

export const isToastKey = (value: unknown): value is ToastKey =>
  typeof value === "string" && Object.hasOwn(toasts, value);
