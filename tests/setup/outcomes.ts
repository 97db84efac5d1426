import { ServiceError } from "~/services/errors";

/** The outcome of an operation: the id of what it created, or the kind of error with which it was refused. */
export const outcomeOf = (act: Promise<{ id: string }>): Promise<string> =>
  act.then(
    ({ id }) => id,
    (error: unknown) => {
      if (error instanceof ServiceError) return error.kind;
      throw error;
    },
  );

/** The outcomes of several operations that are started at once. */
export const outcomesOf = (times: number, act: () => Promise<{ id: string }>): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => outcomeOf(act())));
