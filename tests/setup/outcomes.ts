import { ServiceError } from "~/services/errors";

/** @throws anything that is not how a service refuses an operation */
function refusal(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}

/** The outcome of an operation: the id of what it created, or the kind of error with which it was refused. */
export const outcomeOf = (act: Promise<{ id: string }>): Promise<string> =>
  act.then(
    ({ id }) => id,
    (error) => refusal(error).kind,
  );

/** The outcomes of several operations that are started at once. */
export const outcomesOf = (times: number, act: () => Promise<{ id: string }>): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => outcomeOf(act())));

/** `ok`, or the kind of error with which an operation was refused. */
export const kindOf = (act: Promise<unknown>): Promise<string> =>
  outcomeOf(act.then(() => ({ id: "ok" })));

/** `done`, or the message with which an operation was refused. */
export const messageOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => "done",
    (error) => refusal(error).message,
  );
