import { ServiceError } from "~/services/errors";

const settled = <Result>(
  act: Promise<Result>,
  done: (result: Result) => string,
  refused: (error: ServiceError) => string,
): Promise<string> =>
  act.then(done, (error: unknown) => {
    if (error instanceof ServiceError) return refused(error);
    throw error;
  });

/** The outcome of an operation: the id of what it created, or the kind of error with which it was refused. */
export const outcomeOf = (act: Promise<{ id: string }>): Promise<string> =>
  settled(
    act,
    ({ id }) => id,
    ({ kind }) => kind,
  );

/** The outcomes of several operations that are started at once. */
export const outcomesOf = (times: number, act: () => Promise<{ id: string }>): Promise<string[]> =>
  Promise.all(Array.from({ length: times }, () => outcomeOf(act())));

/** `ok`, or the kind of error with which an operation was refused. */
export const kindOf = (act: Promise<unknown>): Promise<string> =>
  settled(
    act,
    () => "ok",
    ({ kind }) => kind,
  );

/** `done`, or the message with which an operation was refused. */
export const messageOf = (act: Promise<unknown>): Promise<string> =>
  settled(
    act,
    () => "done",
    ({ message }) => message,
  );
