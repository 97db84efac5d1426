/** Domains that moderators have blocked or warn of, in what is posted and edited. */
import { BLOCKED_DOMAINS } from "~/config/page-tags";
import {
  domainsNamedIn,
  MAX_BLOCKED_DOMAINS,
  parseDomain,
  ruleFor,
  whyOf,
  type DomainEffect,
  type DomainRule,
} from "~/domain/blocked-domains";
import type { ModerationReason, ModerationTarget } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import {
  listBlockedDomains,
  removeBlockedDomain,
  storeBlockedDomain,
  type BlockedDomain,
} from "~/models/blocked-domain.server";
import { addWarnedCase } from "~/models/moderation-case.server";
import { findNames } from "~/models/user.server";
import { cachedRead } from "../cache/cached-reads.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { requirePower } from "../require-power";
import { linksIn, type WrittenText } from "./text-links.server";

/** The rules by their domain, from the cache if they are there: posting costs no query. */
const readRules = (): Promise<Readonly<Record<string, DomainRule>>> =>
  cachedRead([BLOCKED_DOMAINS], ["blocked domains"], async () =>
    Object.fromEntries(
      (await listBlockedDomains()).map(({ domain, effect, reason, words }) => [
        domain,
        { domain, effect, reason, words },
      ]),
    ),
  );

/** @returns the first rule with an effect that something written falls under, and the field in which */
async function findRule(
  text: WrittenText,
  effect: DomainEffect,
): Promise<{ field: string; rule: DomainRule } | null> {
  const rules = await readRules();
  if (!Object.values(rules).some((rule) => rule.effect === effect)) return null;
  const named = Object.entries({ ...text.plain, ...text.markdown }).flatMap(([field, words]) =>
    domainsNamedIn(words ?? "").map((domain) => ({ field, url: `https://${domain}` })),
  );
  for (const { field, url } of [...linksIn(text), ...named]) {
    const rule = ruleFor(url, rules);
    if (rule?.effect === effect) return { field, rule };
  }
  return null;
}

/**
 * Checks what somebody writes before it is stored.
 * @throws ServiceError `invalid` with the field that links to a blocked domain or names it
 */
export async function requireAllowedDomains(text: WrittenText): Promise<void> {
  const found = await findRule(text, "block");
  if (!found) return;
  const { field, rule } = found;
  const message = `${rule.domain} is blocked, as a link and by its name: ${whyOf(rule)}`;
  throw new ServiceError("invalid", message, { fieldErrors: { [field]: [message] } });
}

/** What a service tells with a text that it has stored. */
export interface Warned {
  /** The domain of which moderators warn and that the text links to or names. */
  warnedOf?: string | undefined;
}

/**
 * Puts what was stored into the queue of moderators if it links to a domain that they warn of, or names it.
 * @returns the domain, or `null`
 */
export async function tellOfWarnedDomain(
  text: WrittenText,
  target: ModerationTarget,
  authorId: string,
): Promise<string | null> {
  const found = await findRule(text, "warn");
  if (found) await addWarnedCase(target, authorId, found.rule.domain);
  return found?.rule.domain ?? null;
}

/** @returns what people are told who have posted something with a domain; `null` if nobody warns of it */
export async function describeWarning(domain: string): Promise<string | null> {
  const rules = await readRules();
  const rule = Object.hasOwn(rules, domain) ? rules[domain] : undefined;
  if (rule?.effect !== "warn") return null;
  return `Moderators warn of ${rule.domain} (${whyOf(rule)}), so one of them will look at it.`;
}

/** A domain as moderators see it, with who added it; `null` if the account is gone. */
export type ListedDomain = BlockedDomain & { moderatorName: string | null };

/** @throws ServiceError `forbidden` for who is no moderator */
export async function readBlockedDomains(viewer: Viewer | null): Promise<ListedDomain[]> {
  requirePower(viewer, "block-domain");
  const domains = await listBlockedDomains();
  const names = await findNames([...new Set(domains.flatMap((one) => one.moderatorId ?? []))]);
  return domains.map((one) => ({
    ...one,
    moderatorName: one.moderatorId ? (names.get(one.moderatorId) ?? null) : null,
  }));
}

interface DomainInput {
  domain: string;
  effect: DomainEffect;
  reason: ModerationReason;
  words?: string | undefined;
}

const NO_DOMAIN = "Please enter a domain, such as example.net.";

/**
 * Blocks links to a domain and those below it, or warns of them; replaces what was set for it.
 * @throws ServiceError `forbidden` for who is no moderator, `limited`, `invalid`, `conflict` beyond
 *   `MAX_BLOCKED_DOMAINS`
 */
export async function blockDomain(
  viewer: Viewer | null,
  { domain: typed, effect, reason, words }: DomainInput,
): Promise<void> {
  const moderator = requirePower(viewer, "block-domain");
  await enforceRateLimit("edits", moderator.id);
  const domain = parseDomain(typed);
  if (!domain)
    throw new ServiceError("invalid", NO_DOMAIN, { fieldErrors: { domain: [NO_DOMAIN] } });
  const isStored = await storeBlockedDomain({
    ...{ domain, effect, reason, words: words ?? null },
    ...{ moderatorId: moderator.id, at: new Date() },
  });
  if (!isStored) {
    throw new ServiceError(
      "conflict",
      `There are ${MAX_BLOCKED_DOMAINS} domains, which is the most.`,
    );
  }
  await invalidate(BLOCKED_DOMAINS);
}

/** @throws ServiceError `forbidden` for who is no moderator, `limited`, `notFound` */
export async function unblockDomain(viewer: Viewer | null, domain: string): Promise<void> {
  const moderator = requirePower(viewer, "block-domain");
  await enforceRateLimit("edits", moderator.id);
  if (!(await removeBlockedDomain(domain))) throw notFoundError("Domain");
  await invalidate(BLOCKED_DOMAINS);
}
