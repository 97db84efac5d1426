/** The features of the site, with what each adds to the work that concerns all of them (`feature.ts`). */
import { accounts } from "./accounts/feature.server";
import { articles } from "./articles/feature.server";
import { blocks } from "./blocks/feature.server";
import { drafts } from "./drafts/feature.server";
import { events } from "./events/feature.server";
import type { Feature } from "./feature";
import { following } from "./following/feature.server";
import { frontPage } from "./front-page/feature.server";
import { mail } from "./mail/feature.server";
import { membership } from "./membership/feature.server";
import { moderation } from "./moderation/feature.server";
import { moderationLog } from "./moderation/log-feature.server";
import { notices } from "./notices/feature.server";
import { people } from "./people/feature.server";
import { prices } from "./prices/feature.server";
import { readings } from "./readings/feature.server";
import { recommendations } from "./recommendations/feature.server";
import { saved } from "./saved/feature.server";
import { search } from "./search/feature.server";
import { sitePages } from "./site-pages";
import { siteSettings } from "./site-settings/feature.server";

/**
 * In the order in which they delete an account and do their upkeep. Events are reassigned last, because the others
 * record some. Search words come first in the upkeep, because after an upgrade searches are compared with what an
 * earlier version has stored.
 */
export const features: readonly Feature[] = [
  search,
  drafts,
  membership,
  following,
  blocks,
  articles,
  prices,
  recommendations,
  saved,
  readings,
  moderation,
  moderationLog,
  people,
  accounts,
  notices,
  mail,
  events,
  frontPage,
  siteSettings,
  sitePages,
];
