/** Domains that nobody may link to or name, or of which moderators are told. */
import { hostOf } from "./fingerprints";
import { moderationReasons, type ModerationReason } from "./moderation";

/** What happens to a text with such a domain: it is refused, or stands in the queue of moderators. */
export const domainEffects = ["block", "warn"] as const;
export type DomainEffect = (typeof domainEffects)[number];

export const MAX_BLOCKED_DOMAINS = 2_000;

export interface DomainRule {
  domain: string;
  effect: DomainEffect;
  reason: ModerationReason;
  /** In words; `null` without any. */
  words: string | null;
}

/** @returns why, in the words of moderators if there are any */
export const whyOf = ({ words, reason }: Pick<DomainRule, "words" | "reason">): string =>
  words ?? moderationReasons[reason].label.toLowerCase();

const isAddress = (host: string) => host.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(host);

/** The longest name in DNS. */
const MAX_DOMAIN_LENGTH = 253;

/**
 * @param text a domain or a link to it, as a moderator types it
 * @returns the domain in lower case and ASCII, or the IP address; `null` if it is none or a whole top-level domain
 */
export function parseDomain(text: string): string | null {
  const typed = text.trim();
  const host = hostOf(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!host || host.length > MAX_DOMAIN_LENGTH) return null;
  return isAddress(host) || /^[^.]+(?:\.[^.]+)+$/.test(host) ? host : null;
}

/** @returns the rule for the domain of a web address or a domain above it; `undefined` if there is none */
export function ruleFor<Rule extends DomainRule>(
  url: string,
  rules: Readonly<Record<string, Rule>>,
): Rule | undefined {
  const host = hostOf(url);
  if (!host) return undefined;
  if (isAddress(host)) return ownRule(host, rules);
  const labels = host.split(".");
  for (let i = 0; i < labels.length - 1; i += 1) {
    const rule = ownRule(labels.slice(i).join("."), rules);
    if (rule) return rule;
  }
  return undefined;
}

const ownRule = <Rule>(host: string, rules: Readonly<Record<string, Rule>>): Rule | undefined =>
  Object.hasOwn(rules, host) ? rules[host] : undefined;

/** @returns what looks like a domain or an IP address in a text, each once */
export const domainsNamedIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[^\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+/u)
      .map((word) => word.replace(/^[.-]+|[.-]+$/g, ""))
      .filter((word) => /[.\u3002\uff0e\uff61]/.test(word)),
  ),
];
