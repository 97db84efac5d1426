/**
 * The settings that administrators change while the site runs: what is stored goes over the environment. Each process
 * keeps the settings in memory and applies them to what reads them without waiting: `site` and the limits on requests.
 */
import { EVERYTHING, SETTINGS, type PageTag } from "~/config/page-tags";
import { changeSite, configuredSite } from "~/config/site";
import type { Viewer } from "~/domain/viewer";
import { changeLimits } from "~/models/rate-limits.server";
import { addChange, findChange, findNewestChange } from "~/models/setting-change.server";
import type { SiteSettings, StoredSettings } from "~/schemas/site-settings";
import { dropPages, invalidate, onInvalidation } from "../cache/invalidation.server";
import { cachedRead } from "../cache/cached-reads.server";
import { ServiceError } from "../errors";
import { recordEvent } from "../events/events.server";
import { requirePower } from "../require-power";
import { reportWarning } from "../warnings.server";

/** The settings, and the number of the change that made them; 0 if nothing was ever changed. */
export interface RevisedSettings {
  settings: SiteSettings;
  revision: number;
}

/** @returns the settings that apply if these are stored */
export function toSettings({ links = {}, ...stored }: StoredSettings): SiteSettings {
  const { name, tagline, socialUrl, repositoryUrl, contactEmail } = configuredSite;
  return {
    signUp: "open",
    banner: null,
    name,
    tagline,
    accent: null,
    logo: null,
    limits: {},
    ...stored,
    links: { social: socialUrl, repository: repositoryUrl, contact: contactEmail, ...links },
  };
}

const unchanged = (): RevisedSettings => ({ settings: toSettings({}), revision: 0 });

let applied = unchanged();

/** Makes settings those of this process, unless it has newer ones: the read may have begun before a change. */
function apply(next: RevisedSettings): void {
  if (next.revision > applied.revision) put(next);
}

function put(next: RevisedSettings): void {
  applied = next;
  const { name, tagline, links, limits } = next.settings;
  changeSite({
    name,
    tagline,
    socialUrl: links.social,
    repositoryUrl: links.repository,
    contactEmail: links.contact,
  });
  changeLimits(limits);
}

/** Goes back to the settings of the environment in this process, for a database that has become empty. */
export const forgetSiteSettings = (): void => put(unchanged());

async function readStored(): Promise<RevisedSettings> {
  const newest = await findNewestChange();
  return { settings: toSettings(newest?.values ?? {}), revision: newest?.revision ?? 0 };
}

/**
 * Reads the settings, and applies them in this process.
 * @returns them, with their revision
 */
export async function loadSiteSettings(): Promise<RevisedSettings> {
  apply(await cachedRead([SETTINGS], ["site settings"], readStored));
  return applied;
}

/** @returns the settings that apply; as last known if they cannot be read, because no page must fail for their sake */
export const readSiteSettings = (): Promise<SiteSettings> =>
  loadSiteSettings().then(
    ({ settings }) => settings,
    () => applied.settings,
  );

async function followChange(tags: readonly PageTag[]): Promise<void> {
  if (!tags.includes(SETTINGS) && !tags.includes(EVERYTHING)) return;
  const { revision } = applied;
  apply(await readStored());
  // What was rendered meanwhile may show the former settings.
  if (applied.revision !== revision) dropPages();
}

/**
 * Applies the settings, and from then on every change of them in any process.
 * @returns a function that ends this
 */
export async function followSiteSettings(): Promise<() => Promise<void>> {
  let reading = Promise.resolve();
  const stop = onInvalidation((tags) => {
    reading = reading
      .then(() => followChange(tags))
      .catch(reportWarning("the settings of the site could not be read"));
  });
  await loadSiteSettings();
  return async () => {
    stop();
    await reading;
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** @returns the names of the settings in which two states differ */
function differences(before: SiteSettings, after: SiteSettings): string[] {
  const names = Object.keys(after) as (keyof SiteSettings)[];
  return names.filter((name) => !isSame(before[name], after[name]));
}

/**
 * Stores settings as the next revision, and applies them everywhere.
 * @param change turns the stored settings into those to store; called again if somebody else was faster
 * @throws ServiceError `unauthenticated`, `forbidden`
 */
export async function storeSettings(
  viewer: Viewer | null,
  change: (stored: StoredSettings) => StoredSettings | Promise<StoredSettings>,
): Promise<void> {
  const { id } = requirePower(viewer, "administer");
  const newest = await findNewestChange();
  const before = newest?.values ?? {};
  const values = await change(before);
  const changed = differences(toSettings(before), toSettings(values));
  if (!changed.length) return;
  const next = (newest?.revision ?? 0) + 1;
  const isAdded = await addChange({ revision: next, at: new Date(), byId: id, changed, values });
  if (!isAdded) return storeSettings(viewer, change);
  apply({ settings: toSettings(values), revision: next });
  await invalidate(SETTINGS, EVERYTHING);
  recordEvent({ kind: "settings-changed", user: id, changed, revision: next });
}

/**
 * @returns the settings stored by a change; none for revision 0, which means the settings of the environment
 * @throws ServiceError `notFound` if the change is not kept
 */
export async function readStoredAt(revision: number): Promise<StoredSettings> {
  const stored = revision === 0 ? {} : (await findChange(revision))?.values;
  if (!stored) throw new ServiceError("notFound", "This change is not kept any more.");
  return stored;
}

/**
 * Sets everything as it was after an earlier change.
 * @param revision the earlier change; 0 for the settings of the environment
 * @throws ServiceError as `storeSettings`, and `notFound` if the change is not kept
 */
export async function goBackTo(viewer: Viewer | null, revision: number): Promise<void> {
  requirePower(viewer, "administer");
  const earlier = await readStoredAt(revision);
  await storeSettings(viewer, () => earlier);
}
