/** The commit of the running code, recorded so that recommendations can be reproduced. */
import { execFileSync } from "node:child_process";
import { environment } from "~/config/env.server";

const TIMEOUT_MS = 2_000;

let known: string | null | undefined;

/** @returns `SOURCE_COMMIT` of the environment, or the commit of the checkout; `null` if there is neither */
export function sourceCommit(): string | null {
  if (known === undefined) known = environment().SOURCE_COMMIT ?? checkedOutCommit();
  return known;
}

function checkedOutCommit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      encoding: "utf8",
      timeout: TIMEOUT_MS,
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    // The site may run without git or outside of a checkout.
    return null;
  }
}
