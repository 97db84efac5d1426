/** Changes of the settings by the form of administrators, and their history. */
import { environment } from "~/config/env.server";
import { configuredSite } from "~/config/site";
import type { Banner } from "~/domain/site-settings";
import type { Viewer } from "~/domain/viewer";
import { findNamesOf } from "~/models/people-by-name.server";
import { listChanges } from "~/models/setting-change.server";
import {
  limitField,
  limitVariables,
  type SiteSettings,
  type SiteSettingsInput,
  type StoredSettings,
} from "~/schemas/site-settings";
import { ServiceError } from "../errors";
import { requirePower } from "../require-power";
import { DESIGN_ACCENT, toAccent } from "./accent.server";
import { readStoredAt, storeSettings, toSettings } from "./site-settings.server";

function bannerOf({ bannerText, bannerTone, bannerUntil }: SiteSettingsInput): Banner | null {
  if (!bannerText) return null;
  return {
    text: bannerText,
    tone: bannerTone ?? "notice",
    ...(bannerUntil && { until: bannerUntil }),
  };
}

/** @returns the limits that differ from those of the environment */
function limitsOf(input: SiteSettingsInput): SiteSettings["limits"] {
  const variables = environment();
  return Object.fromEntries(
    limitVariables.flatMap((variable) => {
      const points = input[limitField(variable)];
      return points === undefined || points === variables[variable] ? [] : [[variable, points]];
    }),
  );
}

/** @returns what is set and differs from the environment, so that what is not set follows it */
function toStored(input: SiteSettingsInput, { logo }: StoredSettings): StoredSettings {
  const { signUp, name, tagline, accent } = input;
  const own = (value: string | undefined, configured: string) =>
    value === configured ? undefined : value;
  const banner = bannerOf(input);
  const limits = limitsOf(input);
  const links = withoutMissing({
    social: own(input.socialUrl, configuredSite.socialUrl),
    repository: own(input.repositoryUrl, configuredSite.repositoryUrl),
    contact: own(input.contactEmail, configuredSite.contactEmail),
  });
  return withoutMissing({
    signUp: signUp === "open" ? undefined : signUp,
    banner: banner ?? undefined,
    name: own(name, configuredSite.name),
    tagline: own(tagline, configuredSite.tagline),
    accent: accent && accent !== DESIGN_ACCENT ? toAccent(accent) : undefined,
    logo: logo ?? undefined,
    links: Object.keys(links).length ? links : undefined,
    limits: Object.keys(limits).length ? limits : undefined,
  });
}

/** @returns an object without the fields that are undefined, which the database would store as null */
const withoutMissing = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: NonNullable<Fields[Key]>;
  };

/** @returns the fields of the form, as they show these settings */
export function settingFields(settings: SiteSettings): Record<string, string> {
  const { signUp, banner, name, tagline, accent, links, limits } = settings;
  return {
    signUp,
    bannerText: banner?.text ?? "",
    bannerTone: banner?.tone ?? "notice",
    bannerUntil: banner?.until ?? "",
    name,
    tagline,
    accent: accent?.light ?? DESIGN_ACCENT,
    socialUrl: links.social,
    repositoryUrl: links.repository,
    contactEmail: links.contact,
    ...Object.fromEntries(
      limitVariables.map((variable) => [limitField(variable), String(limits[variable] ?? "")]),
    ),
  };
}

const limitFields = new Set<string>(limitVariables.map(limitField));

const fieldsAt = async (revision: number) =>
  settingFields(toSettings(await readStoredAt(revision)));

/**
 * Keeps what somebody else has set meanwhile in the fields that were not changed.
 * @throws ServiceError `conflict`, with what is set now beside each field that both have changed, unless its sender has
 *   seen it; `notFound` if the settings that were changed are not kept
 */
async function merge(input: SiteSettingsInput, stored: StoredSettings): Promise<SiteSettingsInput> {
  const { revision, seen = revision } = input;
  const [before, shown] = await Promise.all([fieldsAt(revision), fieldsAt(seen)]);
  const typed: Record<string, string | number | undefined> = input;
  const kept: typeof typed = {};
  const fieldErrors: Record<string, string[]> = {};
  for (const [name, now] of Object.entries(settingFields(toSettings(stored)))) {
    const value = String(typed[name] ?? "");
    if (value === before[name]) {
      kept[name] = limitFields.has(name) && now ? Number(now) : now || undefined;
    } else if (now !== shown[name] && now !== value) {
      const what = now ? `set this to “${now}”` : "emptied this";
      fieldErrors[name] = [`Somebody else has ${what} meanwhile. Save again to replace it.`];
    }
  }
  if (Object.keys(fieldErrors).length) {
    const message = "Somebody else has changed the same settings meanwhile.";
    throw new ServiceError("conflict", message, { fieldErrors });
  }
  return { ...input, ...kept };
}

/**
 * Changes the settings in which the input differs from those of `input.revision`; the logo stays.
 * @param input what is empty is as in the environment
 * @throws ServiceError `unauthenticated`, `forbidden`, `invalid` for a colour that cannot be read; `conflict` with what
 *   somebody else has set in the same fields since, unless `input.seen` has shown it; `notFound` if `input.revision` is
 *   so old that it is not kept
 */
export const changeSiteSettings = (
  viewer: Viewer | null,
  input: SiteSettingsInput,
): Promise<void> =>
  storeSettings(viewer, async (stored) => toStored(await merge(input, stored), stored));

/** How many changes the page of settings lists. */
const LISTED = 50;

/**
 * @returns the newest changes of the settings, with who made them; without a name if their account is deleted
 * @throws ServiceError `unauthenticated` and `forbidden`
 */
export async function listSettingChanges(viewer: Viewer | null) {
  requirePower(viewer, "administer");
  const changes = await listChanges(LISTED);
  const names = await findNamesOf(changes.map(({ byId }) => byId));
  return changes.map(({ revision, at, byId, changed }) => ({
    revision,
    at,
    changed,
    by: names.get(byId) ?? null,
  }));
}
