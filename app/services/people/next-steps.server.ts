import type { Viewer } from "~/domain/viewer";
import { countFollowed } from "~/models/following.server";
import { findProfile } from "~/models/profile.server";
import { countContributions } from "./people.server";

/** @returns which of the steps after signing up a user has done */
export async function readNextSteps(viewer: Viewer) {
  const [profile, followed, written] = await Promise.all([
    findProfile(viewer.id),
    countFollowed(viewer.id),
    countContributions(viewer),
  ]);
  return {
    hasProvenEmail: viewer.hasProvenEmail,
    hasIntroduction: !!(profile?.about ?? profile?.link),
    takesPart: [followed, ...Object.values(written)].some((count) => count > 0),
  };
}
