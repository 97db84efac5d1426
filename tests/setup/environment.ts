/** Environment variables for the tests of one file, although the files of a worker share the application's modules. */
import { afterAll, beforeAll } from "vitest";
import { setEnvironment } from "~/config/env.server";

export function useEnvironment(variables: Record<string, string>): void {
  beforeAll(() => setEnvironment({ ...process.env, ...variables }));
  afterAll(() => setEnvironment(process.env));
}
