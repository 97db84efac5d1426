/** Finds texts by others that say nearly the same as some texts, or that link to the same about the same time. */
import { millisecondsInDay } from "date-fns/constants";
import { reviewPath } from "~/config/hubs";
import { commentPath } from "~/domain/comment-path";
import { copyKeys, linkKeys } from "~/domain/fingerprints";
import { personPath } from "~/domain/person-path";
import { areCopies, sketchOf } from "~/domain/sentiment/near-copies";
import { findShownTexts, keyOf, type ShownText } from "~/models/whole-text.server";
import {
  listWithKeys,
  listWithLinks,
  type TextFingerprint,
} from "~/models/text-fingerprint.server";
import { linksIn } from "../articles/text-links.server";

/** A text by somebody else that has something in common with a text in the queue. */
export interface SimilarText {
  /** Whether it says nearly the same, links to the same page within a day, or to another page of the same site. */
  because: "copy" | "link" | "site";
  /** The host that both link to; `null` for a copy. */
  host: string | null;
  text: ShownText;
  path: string;
}

/** @returns the path of the page on which a text stands, or of a person’s */
export function pathOf({ target: { kind, id }, section, on, authorName }: ShownText): string {
  if (kind === "person") return personPath(authorName);
  if (on) return commentPath({ id, subject: on });
  return kind === "review" ? reviewPath({ id, hub: section ?? "" }) : `/article/${id}`;
}

/** How many fingerprints that may be similar are read for a page, for words and for links. */
const MAX_CANDIDATES = 500;
/** How many similar texts are shown with a text, of each kind. */
const MAX_SHOWN = 4;

interface Candidate {
  because: SimilarText["because"];
  host: string | null;
  other: TextFingerprint;
}

/** @returns the similar texts by others of each of some texts, by `keyOf`; people have none */
export async function findSimilar(
  texts: readonly ShownText[],
): Promise<Map<string, SimilarText[]>> {
  const compared = texts
    .filter(({ target }) => target.kind !== "person")
    .map((text) => ({ text, keys: copyKeys(wordsOf(text)), links: linkKeys(urlsIn(text)) }));
  const keys = compared.flatMap((one) => one.keys);
  const links = compared.flatMap((one) => one.links);
  const [withKeys, withLinks] = await Promise.all([
    keys.length ? listWithKeys(keys, MAX_CANDIDATES) : [],
    links.length ? listWithLinks(links, MAX_CANDIDATES) : [],
  ]);
  const candidates = compared.map((one): [ShownText, Candidate[]] => [
    one.text,
    [...copyCandidates(one, withKeys), ...linkCandidates(one, withLinks)],
  ]);
  const found = await findShownTexts(
    candidates.flatMap(([, others]) => others.map(({ other: { kind, id } }) => ({ kind, id }))),
  );
  return new Map(
    candidates.map(([text, others]) => [keyOf(text.target), similarTo(text, others, found)]),
  );
}

const wordsOf = ({ target, title, text }: ShownText): string[] =>
  target.kind === "article" ? [title ?? "", text] : [text];

const urlsIn = ({ target, text, url }: ShownText): string[] =>
  linksIn({ url, [target.kind === "article" ? "markdown" : "plain"]: { text } }).map(
    (link) => link.url,
  );

interface Compared {
  text: ShownText;
  keys: readonly number[];
  links: readonly string[];
}

/** The texts by others with which a text has the most keys in common, from which those are chosen that are copies. */
function copyCandidates({ text, keys }: Compared, others: readonly TextFingerprint[]) {
  const own = new Set(keys);
  return others
    .filter(({ authorId }) => authorId !== text.authorId)
    .map((other) => ({ other, common: other.keys.filter((key) => own.has(key)).length }))
    .filter(({ common }) => common > 0)
    .sort((one, two) => two.common - one.common)
    .slice(0, 2 * MAX_SHOWN)
    .map(({ other }): Candidate => ({ because: "copy", host: null, other }));
}

/** The texts by others within a day that link to the same page or, after those, to the same site. */
function linkCandidates({ text, links }: Compared, others: readonly TextFingerprint[]) {
  const created = text.createdAt.getTime();
  const candidates = others.flatMap((other): Candidate[] => {
    if (other.authorId === text.authorId) return [];
    if (Math.abs(other.at.getTime() - created) > millisecondsInDay) return [];
    const common = links.filter((link) => other.links.includes(link));
    if (!common.length) return [];
    const page = common.find((link) => link.includes("/"));
    const host = (page ?? common[0]!).split("/", 1)[0]!;
    return [{ because: page ? "link" : "site", host, other }];
  });
  return candidates
    .sort((one, two) => Number(one.because === "site") - Number(two.because === "site"))
    .slice(0, MAX_SHOWN);
}

function similarTo(
  text: ShownText,
  candidates: readonly Candidate[],
  found: ReadonlyMap<string, ShownText>,
): SimilarText[] {
  const sketch = sketchOf(wordsOf(text));
  const shown = new Set<string>([text.target.id]);
  const copies: SimilarText[] = [];
  const linking: SimilarText[] = [];
  for (const { because, host, other } of candidates) {
    const there = found.get(keyOf(other));
    if (!there || shown.has(other.id)) continue;
    if (because === "copy" && !areCopies(sketch, sketchOf(wordsOf(there)))) continue;
    const list = because === "copy" ? copies : linking;
    if (list.length === MAX_SHOWN) continue;
    shown.add(other.id);
    list.push({ because, host, text: there, path: pathOf(there) });
  }
  return [...copies, ...linking];
}
