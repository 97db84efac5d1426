/** Reading and changing the viewer's own profile. */
import { accountTag, PEOPLE } from "~/config/page-tags";
import type { Viewer } from "~/domain/viewer";
import { findProfile, setProfile, type Profile } from "~/models/profile.server";
import type { ProfileInput } from "~/schemas/profile";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";

export async function readProfile(viewer: Viewer | null): Promise<Profile> {
  if (!viewer) throw unauthenticatedError();
  const profile = await findProfile(viewer.id);
  if (!profile) throw notFoundError("Account");
  return profile;
}

export async function changeProfile(viewer: Viewer | null, input: ProfileInput): Promise<Profile> {
  if (!viewer) throw unauthenticatedError();
  await enforceRateLimit("profiles", viewer.id);
  const { about = null, link = null, disclosure = null, isHiddenFromSearch } = input;
  const profile = { about, link, disclosure, isHiddenFromSearch };
  await setProfile(viewer.id, profile);
  await invalidate(accountTag(viewer.id), PEOPLE);
  return profile;
}
