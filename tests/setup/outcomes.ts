import { ServiceError } from "~/services/errors";

/** How an act ended: the id of what it made, or why it was refused. */
export const outcomeOf = (act: Promise<{ id: string }>): Promise<string> =>
  act.then(
    ({ id }) => id,
    (error: unknown) => {
      if (error instanceof ServiceError) return error.kind;
      throw error;
    },
  );

/** How each of so many ended that were begun at once. */
export const outcomesOf = (times: number, act: () => Promise<{ id: string }>): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => outcomeOf(act())));
