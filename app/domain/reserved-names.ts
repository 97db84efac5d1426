/** Names that nobody can sign up with, since they would be taken for the site or those who run it. */
import { readLeetspeak } from "./leetspeak";

const OFFICES = [
  ...["admin", "admins", "administrator", "administration", "superuser", "sysadmin", "sysop"],
  ...["root", "system", "operator", "operations", "owner", "webmaster", "hostmaster", "postmaster"],
  ...["moderator", "moderators", "moderation", "mod", "mods", "editor", "editors", "staff", "team"],
  ...["support", "helpdesk", "help", "service", "contact", "info", "security", "abuse", "billing"],
  ...["official", "verified", "founder", "board", "bot", "robot", "mailer", "noreply", "daemon"],
  ...["anonymous", "guest", "user", "member", "members", "everyone", "somebody", "unknown"],
  ...["deleted", "deletedaccount", "null", "undefined", "nan", "test", "demo", "sample"],
  ...["api", "www", "mail", "email", "ftp", "dns", "localhost", "status", "the", "real"],
] as const;

/** The first parts of the site's addresses; a test compares them with the routes. */
const PLACES = [
  ...["account", "accounts", "article", "articles", "category", "categories", "community"],
  ...[
    "dashboard",
    "declaration",
    "dev",
    "draft",
    "drafts",
    "edit",
    "editing",
    "feed",
    "feeds",
    "healthz",
    "home",
    "hub",
    "hubs",
    "images",
  ],
  ...[
    "investmentclub",
    "login",
    "logout",
    "manifest",
    "momentum",
    "partner",
    "people",
    "privacy",
    "readyz",
  ],
  ...["recommendations", "research", "researchhub", "reviews", "robots", "search", "sentiment"],
  ...[
    "session",
    "signin",
    "signout",
    "signup",
    "sitemap",
    "settings",
    "staytuned",
    "terms",
    "trackrecord",
  ],
  ...["theme", "whitepaper", "assetallocation", "tokenomics", "macro", "stocks", "bonds"],
  ...["booknook"],
] as const;

/** Names are compared as somebody reads them who does not look closely: `Adm1n`, `adrnin`, `AdmIn`. */
const skim = (text: string) =>
  text.replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("i", "l");

const skimmedReadings = (name: string) => readLeetspeak(name.toLowerCase()).map(skim);

const reserved = [...OFFICES, ...PLACES].map(skim);

/**
 * @param name letters and digits, at most a few dozen
 * @param siteName the name of the site, in any characters
 * @returns whether the name consists of nothing but reserved words and digits after them: `Admin`,
 *   `SupportTeam2`, or the name of the site
 */
export function isReservedName(name: string, siteName: string): boolean {
  const site = skim(siteName.toLowerCase().replace(/[^a-z0-9]/g, ""));
  const words = site ? [...reserved, site] : reserved;
  const withoutDigits = name.replace(/\d+$/, "");
  return [...skimmedReadings(name), ...skimmedReadings(withoutDigits)].some((reading) =>
    consistsOf(reading, words),
  );
}

/** Whether words put one behind another, at least one, make up the whole text. */
function consistsOf(text: string, words: readonly string[]): boolean {
  const reachable = [true];
  for (let end = 1; end <= text.length; end += 1) {
    reachable[end] = words.some(
      (word) => reachable[end - word.length] && text.slice(0, end).endsWith(word),
    );
  }
  return text.length > 0 && reachable[text.length] === true;
}
