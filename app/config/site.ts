import { emptyToUndefined } from "./empty-to-undefined";

/**
 * The site's name, tagline and links. The name appears in no other source file. Each can be
 * overridden by the environment, and by administrators while the site runs; the root loader passes them to the browser.
 */
export interface Site {
  name: string;
  tagline: string;
  socialUrl: string;
  repositoryUrl: string;
  contactEmail: string;
}

const defaults: Site = {
  name: "Quorum",
  tagline: "Investment insights for investors, by investors",
  socialUrl: "https://social.example/@quorum",
  repositoryUrl: "https://code.example/quorum/quorum",
  contactEmail: "hello@quorum.example",
};

/** The site as the environment configures it. In the browser it only has the defaults. */
export const configuredSite: Readonly<Site> =
  typeof process === "undefined"
    ? defaults
    : {
        ...defaults,
        name: emptyToUndefined(process.env.SITE_NAME) ?? defaults.name,
        socialUrl: emptyToUndefined(process.env.SOCIAL_URL) ?? defaults.socialUrl,
        repositoryUrl: emptyToUndefined(process.env.REPOSITORY_URL) ?? defaults.repositoryUrl,
        contactEmail: emptyToUndefined(process.env.CONTACT_EMAIL) ?? defaults.contactEmail,
      };

/**
 * The site as it is called now. Read it when it is needed and keep no part of it, because administrators change it
 * while the site runs. Components use `useSite`.
 */
export const site: Site = { ...configuredSite };

/** Changes `site` in place, so that everything in this process follows. */
export const changeSite = (values: Site): void => void Object.assign(site, values);
