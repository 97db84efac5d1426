/** Names that cannot be signed up with, because they would be mistaken for the site or its operators. */
import { readLeetspeak } from "./leetspeak";

const OFFICES = [
  ...["admin", "admins", "administrator", "administration", "superuser", "sysadmin", "sysop"],
  ...["root", "system", "operator", "operations", "owner", "webmaster", "hostmaster", "postmaster"],
  ...["moderator", "moderators", "moderation", "mod", "mods", "editor", "editors", "staff", "team"],
  ...["support", "helpdesk", "help", "service", "contact", "info", "security", "abuse", "billing"],
  ...["official", "verified", "founder", "board", "bot", "robot", "mailer", "noreply", "daemon"],
  ...["anonymous", "guest", "user", "member", "members", "everyone", "somebody", "unknown"],
  ...["deleted", "deletedaccount", "null", "undefined", "nan", "test", "demo", "sample"],
  ...["api", "apidocs", "www", "mail", "email", "ftp", "dns", "localhost", "status", "the", "real"],
] as const;

/** The first segments of the site's paths; a test compares them with the routes. */
const PLACES = [
  ...["account", "accounts", "article", "articles", "category", "categories", "community"],
  ...["dashboard", "declaration", "dev", "draft", "drafts", "edit", "editing", "feed", "feeds"],
  ...["healthz", "home", "hub", "hubs", "images", "investmentclub", "login", "logout", "manifest"],
  ...["ledger", "legal", "momentum", "partner", "people", "privacy", "readyz", "recommendations"],
  ...["research", "researchhub", "reviews", "robots", "search", "sentiment", "session", "signin"],
  ...["signout", "signup", "sitemap", "settings", "staytuned", "terms", "trackrecord", "theme"],
  ...["whitepaper", "witness", "assetallocation", "tokenomics", "macro", "stocks", "bonds"],
  ...["booknook", "notices", "comment", "comments", "following", "saved", "unsubscribe"],
  ...["flag", "flags", "illegalcontent", "invitations", "review", "rules"],
] as const;

/** Makes names equal that look alike at a glance, such as `Adm1n`, `adrnin` and `AdmIn`. */
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

/** Whether the text is a concatenation of at least one of the words. */
function consistsOf(text: string, words: readonly string[]): boolean {
  const reachable = [true];
  for (let end = 1; end <= text.length; end += 1) {
    reachable[end] = words.some(
      (word) => reachable[end - word.length] && text.slice(0, end).endsWith(word),
    );
  }
  return text.length > 0 && reachable[text.length] === true;
}
