/** Links to domains that moderators have blocked or warn of, in what is posted and edited. */
import { BLOCKED_DOMAINS } from "~/config/page-tags";
import {
  MAX_BLOCKED_DOMAINS,
  parseDomain,
  ruleFor,
  type DomainEffect,
  type DomainRule,
} from "~/domain/blocked-domains";
import type { EditableKind } from "~/domain/editing";
import { moderationReasons, type ModerationReason } from "~/domain/moderation";
import type { Viewer } from "~/domain/viewer";
import {
  listBlockedDomains,
  removeBlockedDomain,
  storeBlockedDomain,
  type BlockedDomain,
} from "~/models/blocked-domain.server";
import { addNotedCase } from "~/models/queue-cases.server";
import { findNames } from "~/models/user.server";
import { cachedRead } from "../cache/cached-reads.server";
import { invalidate } from "../cache/invalidation.server";
import { notFoundError, ServiceError } from "../errors";
import { enforceRateLimit } from "../rate-limits.server";
import { requirePower } from "../require-power";
import type { FieldLink } from "./text-links.server";

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

/**
 * Checks the links of a text before it is stored.
 * @throws ServiceError `invalid` with the field of a link to a blocked domain
 */
export async function requireAllowedLinks(links: readonly FieldLink[]): Promise<void> {
  if (!links.length) return;
  const rules = await readRules();
  for (const { field, url } of links) {
    const rule = ruleFor(url, rules);
    if (rule?.effect !== "block") continue;
    const why = rule.words ?? moderationReasons[rule.reason].label.toLowerCase();
    const message = `Links to ${rule.domain} are blocked: ${why}`;
    throw new ServiceError("invalid", message, { fieldErrors: { [field]: [message] } });
  }
}

/** Puts a text that was stored into the queue of moderators if it links to a domain that they warn of. */
export async function tellOfWarnedLinks(
  links: readonly FieldLink[],
  target: { kind: EditableKind; id: string },
  authorId: string,
): Promise<void> {
  if (!links.length) return;
  const rules = await readRules();
  if (!links.some(({ url }) => ruleFor(url, rules)?.effect === "warn")) return;
  await addNotedCase(target, authorId, "warned-domain");
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
