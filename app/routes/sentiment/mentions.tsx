import { clsx } from "clsx";
import { useCallback, useEffect, useRef, useState } from "react";
import { PersonLink } from "~/components/people/person-link";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { gainColor } from "~/components/track-record/record-parts";
import { ChevronDownIcon } from "~/components/ui/icons";
import { Pagination, TabLinks } from "~/components/ui/list";
import { KEPT_PER_AUTHOR } from "~/domain/sentiment/recent-mentions";
import type { SerializedMention } from "~/presenters/mentions";
import type { MentionsQuery } from "~/schemas/sentiment";
import { formatDayOfMonth, formatHour } from "~/utils/dates";
import { figure, formatNumber, plural } from "~/utils/format";
import { MentionWords, type Explanation } from "./mention-words";
import { FOUR_DECIMALS, signed } from "./number-format";

interface MentionCount {
  token: string;
  mentionCount: number;
  unlisted: number;
}

interface MentionsProps {
  id: string;
  counts: readonly MentionCount[];
  /** The selected token, or `null` for all. */
  token: string | null;
  page: number;
  pages: number;
  rows: readonly SerializedMention[];
  /** The opened mention. */
  opened: { number: number; explanation: Explanation } | null;
}

export function Mentions({ id, counts, token, page, pages, rows, opened }: MentionsProps) {
  if (!counts.length) return null;
  const selected = token ?? undefined;
  const selectedCounts = counts.filter((count) => token === null || count.token === token);
  const total = selectedCounts.reduce((sum, { mentionCount }) => sum + mentionCount, 0);
  const unlisted = selectedCounts.reduce((sum, count) => sum + count.unlisted, 0);
  return (
    <section id="mentions" aria-labelledby="mentions-heading" className="mt-16 scroll-mt-20">
      <h2 id="mentions-heading" className="section-title">
        The mentions <span className="text-muted tabular-nums">({formatNumber(total)})</span>
      </h2>
      <p className="mt-2 max-w-measure text-base text-muted">
        Who wrote what about which token, and the score of each text from −1 to 1. Open one to see
        the words that made its score. Times are UTC.
        {unlisted ? (
          <>
            {" "}
            Only each author’s newest {KEPT_PER_AUTHOR} mentions of a token are listed:{" "}
            {plural(unlisted, "earlier mention")} {unlisted === 1 ? "counts" : "count"} towards the
            number above but not towards any sum.
          </>
        ) : null}
      </p>
      <TabLinks
        label="Mentions by token"
        className="mt-5 mb-5 print:hidden"
        tabs={[
          { to: mentionsPath(id, {}), label: "All", current: token === null },
          ...counts.map((count) => ({
            to: mentionsPath(id, { token: count.token }),
            label: (
              <>
                {count.token}
                <span className="text-muted tabular-nums">{formatNumber(count.mentionCount)}</span>
              </>
            ),
            current: count.token === token,
          })),
        ]}
      />
      {pages > 1 ? (
        <p className="pb-1 text-sm text-muted">
          Page {formatNumber(page)} of {formatNumber(pages)}
        </p>
      ) : null}
      <ol className="max-w-3xl divide-y divide-line border-y border-line">
        {rows.map((mention) => (
          <MentionItem
            key={mention.number}
            id={id}
            mention={mention}
            path={mentionsPath(id, { token: selected, mention: mention.number })}
            given={opened?.number === mention.number ? opened.explanation : null}
          />
        ))}
      </ol>
      <Pagination
        label="Pages of mentions"
        previous={page > 1 ? mentionsPath(id, { token: selected, page: page - 1 }) : null}
        next={page < pages ? mentionsPath(id, { token: selected, page: page + 1 }) : null}
      />
    </section>
  );
}

const kinds: Record<SerializedMention["kind"], string> = {
  article: "Article",
  comment: "Comment",
  review: "Review",
  outside: "Outside",
};

const formatMoment = (date: Date) => `${formatDayOfMonth(date)}, ${formatHour(date)}`;

interface MentionItemProps {
  /** Of the recommendation. */
  id: string;
  mention: SerializedMention;
  /** The address of the page with this mention opened. */
  path: string;
  given: Explanation | null;
}

function MentionItem({ id, mention, path, given }: MentionItemProps) {
  const { number, token, kind, createdAt, p, isCounted } = mention;
  const { explanation, hasFailed, load } = useExplanation(id, number, given);
  const details = useRef<HTMLDetailsElement>(null);
  // It may have been opened before the page hydrated.
  useEffect(() => {
    if (details.current?.open) void load();
  }, [load]);
  return (
    <li>
      <details
        ref={details}
        id={`mention-${number}`}
        open={given !== null}
        className="group scroll-mt-20"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) void load();
        }}
      >
        <summary className="grid min-h-11 grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-3 py-2.5 hover:bg-sunken">
          <ChevronDownIcon className="size-4 self-center transition-transform group-open:rotate-180" />
          <span className="min-w-0">
            <b className="font-medium">{token}</b>{" "}
            <span dir="auto" className="wrap-anywhere">
              {authorOf(mention)}
            </span>
            <span className="block text-sm text-muted">
              {kinds[kind]} of <time dateTime={createdAt}>{formatMoment(new Date(createdAt))}</time>
              {isCounted ? "" : `, ${reasonNotCounted(mention)}`}
            </span>
          </span>
          <b className={clsx("font-medium tabular-nums", gainColor(signed(p)))}>{signed(p)}</b>
        </summary>
        <div className="grid gap-5 pt-1 pb-6 ps-7">
          <Source mention={mention} />
          <UnlessBlocked author={mention.authorName ?? ""}>
            {explanation ? (
              <MentionWords mention={mention} explanation={explanation} />
            ) : (
              <p role={hasFailed ? "alert" : undefined}>
                {hasFailed ? "The words could not be loaded. " : null}
                <a href={path} rel="nofollow" className="link inline-flex items-center touch">
                  Show the words
                </a>
              </p>
            )}
          </UnlessBlocked>
          <Figures {...mention} />
        </div>
      </details>
    </li>
  );
}

const authorOf = ({ authorName, author }: SerializedMention) =>
  authorName ? `by ${authorName}` : `by …${author}`;

const reasonNotCounted = ({ isCopy }: SerializedMention) =>
  isCopy ? "not counted: nearly a copy" : "not counted: the author wrote newer ones";

/** Who wrote the document, and the way to it. */
const Source = ({ mention: { authorName, kind, link } }: { mention: SerializedMention }) => (
  <p className="flex flex-wrap items-center gap-x-4">
    {authorName ? (
      <span className="inline-flex items-center touch">
        <PersonLink name={authorName} />
      </span>
    ) : null}
    {link ? (
      // A plain anchor, because client-side navigation does not open collapsed content that a fragment names.
      <a
        href={link}
        rel={link.startsWith("/") ? undefined : "ugc nofollow noopener"}
        className="link inline-flex items-center touch"
      >
        {`The ${kind === "outside" ? "text" : kind}`}
      </a>
    ) : (
      <span className="text-muted">No longer on this site.</span>
    )}
  </p>
);

/** What the calculation makes of the score. */
const Figures = ({ trust, weight, p, author }: SerializedMention) => (
  <p className="text-sm text-muted tabular-nums">
    {`The text counts with the weight w = ${figure(weight, FOUR_DECIMALS)}, so w·p = ${signed(weight * p)}. Trust in the author: t = ${figure(trust, FOUR_DECIMALS)}. The author’s id ends in ${author}.`}
  </p>
);

/** Loads how the score of a mention comes about when it is opened. */
function useExplanation(id: string, number: number, given: Explanation | null) {
  const [loaded, setLoaded] = useState<Explanation | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isLoading = useRef(given !== null);
  const load = useCallback(async () => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const response = await fetch(`/api/sentiment-recommendations/${id}/mentions/${number}`);
      if (!response.ok) throw new Error(`Loading a mention failed with status ${response.status}`);
      setLoaded((await response.json()) as Explanation);
      setHasFailed(false);
    } catch {
      setHasFailed(true);
      isLoading.current = false;
    }
  }, [id, number]);
  return { explanation: given ?? loaded, hasFailed, load };
}

/** The address of a recommendation's mentions, or of one of them. */
export function mentionsPath(id: string, { token, page, mention }: Partial<MentionsQuery>): string {
  const query = new URLSearchParams({
    ...(token ? { token } : {}),
    ...(page && page > 1 ? { page: String(page) } : {}),
    ...(mention ? { mention: String(mention) } : {}),
  });
  const anchor = mention ? `mention-${mention}` : "mentions";
  return `/sentiment/${id}${query.size ? `?${query}` : ""}#${anchor}`;
}
