import { describeWarning, type Warned } from "~/services/articles/blocked-domains.server";

/** @returns the response to a call that has written something, with what its author is told about it */
export async function withWarnings<Response extends object>(
  { warnedOf }: Warned,
  response: Response,
): Promise<Response & { warnings?: string[] }> {
  const warning = warnedOf === undefined ? null : await describeWarning(warnedOf);
  return { ...response, ...(warning !== null && { warnings: [warning] }) };
}
