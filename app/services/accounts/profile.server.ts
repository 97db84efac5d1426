/** Reading and changing the viewer's own profile. */
import { accountTag, PEOPLE } from "~/config/page-tags";
import type { Viewer } from "~/domain/viewer";
import { findProfile, setProfile, type Profile } from "~/models/profile.server";
import { setAnonymousModerator } from "~/models/user-role.server";
import type { ProfileInput } from "~/schemas/profile";
import {
  requireAllowedDomains,
  tellOfWarnedDomain,
  type Warned,
} from "../articles/blocked-domains.server";
import type { WrittenText } from "../articles/text-links.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, unauthenticatedError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { requirePower } from "../require-power";
import { requireWriter } from "../require-writer";

export async function readProfile(viewer: Viewer | null): Promise<Profile> {
  if (!viewer) throw unauthenticatedError();
  const profile = await findProfile(viewer.id);
  if (!profile) throw notFoundError("Account");
  return profile;
}

/**
 * Changes the viewer's profile. While suspended, people may remove what it says and hide it from searches.
 * @throws ServiceError `forbidden` if somebody who is suspended writes something, `invalid` for a blocked domain
 */
export async function changeProfile(
  viewer: Viewer | null,
  input: ProfileInput,
): Promise<Profile & Warned> {
  if (!viewer) throw unauthenticatedError();
  await enforceRateLimit("profiles", viewer.id);
  const { about = null, link = null, disclosure = null, isHiddenFromSearch } = input;
  const profile = { about, link, disclosure, isHiddenFromSearch };
  const written = writtenIn(profile, await readProfile(viewer));
  if (written) {
    requireWriter(viewer);
    await requireAllowedDomains(written);
  }
  await setProfile(viewer.id, profile);
  await invalidate(accountTag(viewer.id), PEOPLE);
  const person = { kind: "person", id: viewer.id } as const;
  const warnedOf = written && (await tellOfWarnedDomain(written, person, viewer.id));
  return { ...profile, ...(warnedOf && { warnedOf }) };
}

/**
 * Sets whether a moderator is shown as “a moderator” in decisions, unless they choose otherwise.
 * @throws ServiceError `unauthenticated`, `limited`, `forbidden` without the role
 */
export async function changeAnonymity(viewer: Viewer | null, isAnonymous: boolean): Promise<void> {
  const { id } = requirePower(viewer, "decide");
  await enforceRateLimit("profiles", id);
  await setAnonymousModerator(id, isAnonymous);
}

/** @returns what a profile says that it did not say before; `null` if there is nothing */
function writtenIn(after: Profile, before: Profile): WrittenText | null {
  const lines = (["about", "link", "disclosure"] as const).filter(
    (line) => after[line] !== null && after[line] !== before[line],
  );
  return lines.length
    ? { plain: Object.fromEntries(lines.map((line) => [line, after[line]])) }
    : null;
}
