/** Which commit of the code is running, so that whoever checks a recommendation knows what made it. */
import { execFileSync } from "node:child_process";
import { environment } from "~/config/env.server";

const TIMEOUT_MS = 2_000;

let known: string | null | undefined;

/** @returns the commit: `SOURCE_COMMIT` of the environment, or that of the checkout; `null` if neither is there */
export function sourceCommit(): string | null {
  if (known === undefined) known = environment().SOURCE_COMMIT ?? checkedOutCommit();
  return known;
}

function checkedOutCommit(): string | null {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      ...{ encoding: "utf8", timeout: TIMEOUT_MS },
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    // Neither git nor a checkout has to be where the site runs.
    return null;
  }
}
