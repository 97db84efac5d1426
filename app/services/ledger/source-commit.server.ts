import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { environment } from "~/config/env.server";

const execute = promisify(execFile);
const TIMEOUT_MS = 2_000;

let checkedOut: Promise<string | null> | undefined;

/** @returns the commit of the running code: `SOURCE_COMMIT` of the environment, or the commit of the checkout; `null` if there is neither */
export const sourceCommit = async (): Promise<string | null> =>
  environment().SOURCE_COMMIT ?? (await (checkedOut ??= readCommit()));

async function readCommit(): Promise<string | null> {
  try {
    const { stdout } = await execute("git", ["rev-parse", "HEAD"], { timeout: TIMEOUT_MS });
    return stdout.trim();
  } catch {
    // The site may run without git or outside of a checkout.
    return null;
  }
}
