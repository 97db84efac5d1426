import { emptyToUndefined } from "./empty-to-undefined";

/**
 * The site's name, tagline and links. The name appears in no other source file. Each can be
 * overridden by the environment; the root loader passes them to the browser.
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

/** The configured site. In the browser it only has the defaults, so components use `useSite`. */
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
