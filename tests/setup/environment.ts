/** Environment variables for the tests of one file, although the files of a worker share the application's modules. */
import { afterAll, beforeAll } from "vitest";
import { setEnvironment } from "~/config/env.server";

type Variables = Record<string, string>;

/** @param variables by name; a function is called when the hooks before it have run */
export function useEnvironment(variables: Variables | (() => Variables)): void {
  beforeAll(() => {
    const given = typeof variables === "function" ? variables() : variables;
    setEnvironment({ ...process.env, ...given });
  });
  afterAll(() => setEnvironment(process.env));
}

/** Sets environment variables for the time of `work`. */
export async function inEnvironment<Result>(
  variables: Variables,
  work: () => Promise<Result>,
): Promise<Result> {
  setEnvironment({ ...process.env, ...variables });
  try {
    return await work();
  } finally {
    setEnvironment(process.env);
  }
}
