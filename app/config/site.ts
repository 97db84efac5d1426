import { emptyToUndefined } from "./empty-to-undefined";

/**
 * The one place that spells the site's name and says where it is found elsewhere.
 * Each can be set by the environment; the root loader hands them to the browser.
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

/** The site as this process knows it; in the browser only the defaults, so components use `useSite`. */
export const site: Site =
  typeof process === "undefined"
    ? defaults
    : {
        ...defaults,
        name: emptyToUndefined(process.env.SITE_NAME) ?? defaults.name,
        socialUrl: emptyToUndefined(process.env.SOCIAL_URL) ?? defaults.socialUrl,
        repositoryUrl: emptyToUndefined(process.env.REPOSITORY_URL) ?? defaults.repositoryUrl,
        contactEmail: emptyToUndefined(process.env.CONTACT_EMAIL) ?? defaults.contactEmail,
      };
