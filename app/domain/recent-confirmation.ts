import { addMinutes } from "date-fns/addMinutes";

/** For how many minutes a sign-in, or a confirmation by password or passkey, is enough for acts of an administrator. */
export const CONFIRMED_MINUTES = 10;

/** @returns whether somebody who last showed at `confirmedAt` who they are has to do it again */
export const isConfirmationDue = (confirmedAt: Date, now = new Date()): boolean =>
  addMinutes(confirmedAt, CONFIRMED_MINUTES) < now;
