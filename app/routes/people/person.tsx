import { data, redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactElement } from "react";
import { FlagLink } from "~/components/moderation/flag-link";
import { BlockButton } from "~/components/people/block-button";
import { UnlessBlocked } from "~/components/people/unless-blocked";
import { FollowButton } from "~/components/following/follow-button";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { TextLink } from "~/components/ui/link";
import { ArticleCard, CommentCard, ReviewCard } from "~/components/contributions/cards";
import { EmptyState, FeedLinks, Pagination, TabLinks } from "~/components/ui/list";
import { Page, PageHeader } from "~/components/ui/page";
import { hasPower } from "~/domain/permissions";
import { personPath } from "~/domain/person-path";
import { ServiceError } from "~/services/errors";
import { readFollowerCount } from "~/services/following/following.server";
import { readRestraints } from "~/services/moderation/restraints.server";
import { readContributionsOf } from "~/services/people/contributions.server";
import {
  countContributions,
  GONE,
  isUnlisted,
  readPerson,
  type Person,
} from "~/services/people/people.server";
import { EFFECTS_OF_PERSON, readEffectsOf } from "~/services/recommendations/effects.server";
import { readOwnTrust } from "~/services/recommendations/trust.server";
import { serializePersonEffect } from "~/presenters/effects";
import { serializePerson } from "~/presenters/people";
import { serializeOwnTrust } from "~/presenters/trust";
import { feedLinks } from "~/utils/feeds/feed-links";
import { followStatesOfPage } from "~/utils/follow-states.server";
import { formatNumber, plural } from "~/utils/format";
import { viewerOfPage } from "~/utils/http/auth.server";
import { errorResponseInit, orErrorResponse } from "~/utils/http/error-responses.server";
import { pageMeta } from "~/utils/seo/meta";
import { personPageData } from "~/utils/seo/structured-data";
import { personPageQuery, personPageKind } from "~/schemas/people";
import { PersonEffects } from "./effects";
import { OwnTrust } from "./own-trust";
import { Restraints } from "./restraints";
import type { PersonResponse } from "~/schemas/people-responses";

export { loaderHeaders as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const { params, request } = args;
  const { pathname, search, searchParams } = new URL(request.url);
  const kind = personPageKind.safeParse(params.kind ?? "articles");
  if (!kind.success) throw new Response(null, { status: 404 });
  const person = await orErrorResponse(readUnlessDeleted(params.name ?? ""));
  if (!person) {
    const gone = errorResponseInit(new ServiceError("gone", GONE));
    return data({ person: null }, gone);
  }
  const path = personPath(person.name);
  // Other spellings of the name redirect to the canonical path.
  const isCanonical = pathname.startsWith(path) && params.name === person.name;
  if (!isCanonical) {
    const rest = params.kind ? `/${kind.data}` : "";
    throw redirect(`${path}${rest}${search}`, 301);
  }
  const { after } = personPageQuery.parse(Object.fromEntries(searchParams));
  const viewer = await viewerOfPage(args);
  const [counts, list, followers, [follow], own, effects, restraints] = await orErrorResponse(
    Promise.all([
      countContributions(person),
      readContributionsOf(person.id, kind.data, after),
      readFollowerCount(person.id),
      followStatesOfPage(args, [{ kind: "person", target: person.id }]),
      viewer?.id === person.id && readOwnTrust(viewer.id),
      readEffectsOf(person.id, { limit: EFFECTS_OF_PERSON }),
      hasPower(viewer, "decide") ? readRestraints(viewer, person.id) : null,
    ]),
  );
  return data({
    person: serializePerson(person, counts),
    isUnlisted: isUnlisted(person),
    isOwn: own !== false,
    restraints,
    followers,
    follow: follow ?? null,
    trust: own ? serializeOwnTrust(own) : null,
    effects: effects.items.map(serializePersonEffect),
    hasMoreEffects: effects.next !== null,
    list,
  });
}

/** @returns `null` if the account was deleted */
const readUnlessDeleted = (name: string): Promise<Person | null> =>
  readPerson(name).catch((error: unknown) => {
    if (error instanceof ServiceError && error.kind === "gone") return null;
    throw error;
  });

export default function PersonPage() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded.person) return <Gone />;
  const { person, isUnlisted, isOwn, trust, list, followers, follow } = loaded;
  const path = personPath(person.name);
  const pathOf = (kind: string) => (kind === "articles" ? path : `${path}/${kind}`);
  const tabs = (["articles", "reviews", "comments"] as const).map((kind) => ({
    to: pathOf(kind),
    current: kind === list.kind,
    label: `${titleOf(kind)} (${formatNumber(person[kind])})`,
  }));
  return (
    <Page>
      <PageHeader
        trail={[{ to: "/people", label: "People" }]}
        title={<span dir="auto">{person.name}</span>}
        standfirst={
          person.about ? (
            <span dir="auto" className="block">
              {person.about}
            </span>
          ) : null
        }
        actions={
          <>
            {isOwn ? null : (
              <FollowButton
                followed={{ kind: "person", id: person.name }}
                title={person.name}
                isFollowed={follow?.isFollowed ?? false}
              />
            )}
            {isOwn ? null : <BlockButton name={person.name} />}
            <FlagLink kind="person" id={person.name} author={person.name} />
            {isUnlisted ? null : <FeedLinks path={path} of={`what ${person.name} writes`} />}
          </>
        }
      />
      <AboutPerson person={person} isOwn={isOwn} followers={followers} />
      {loaded.restraints ? <Restraints {...loaded.restraints} /> : null}
      {isOwn ? <OwnTrust trust={trust} /> : null}
      <PersonEffects name={person.name} effects={loaded.effects} hasMore={loaded.hasMoreEffects} />
      <TabLinks label={`What ${person.name} has written`} tabs={tabs} className="mb-8" />
      <h2 className="sr-only">{titleOf(list.kind)}</h2>
      <UnlessBlocked author={person.name}>
        <List list={list} />
      </UnlessBlocked>
      <Pagination
        label={`Pages of ${list.kind}`}
        previous={list.isFirstPage ? null : pathOf(list.kind)}
        previousLabel="Newest"
        next={list.next && `${pathOf(list.kind)}?after=${encodeURIComponent(list.next)}`}
        nextLabel="Older"
      />
    </Page>
  );
}

interface AboutPersonProps {
  person: PersonResponse;
  isOwn: boolean;
  followers: number;
}

const AboutPerson = ({ person, isOwn, followers }: AboutPersonProps) => (
  <div className="mb-10 grid gap-3 border-t border-line pt-5">
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
      <span>
        Joined <DateTime value={person.memberSince} />
      </span>
      <span className="tabular-nums">{plural(followers, "follower")}</span>
      {person.isMember ? <Badge tone="positive">Member of the organisation</Badge> : null}
      {person.role ? (
        <Badge tone="neutral">
          {person.role === "administrator" ? "Administrator" : "Moderator"}
        </Badge>
      ) : null}
      {person.link ? (
        <a
          href={person.link}
          target="_blank"
          rel="ugc nofollow noopener"
          className="link min-w-0 break-all"
        >
          {person.link.replace(/^https?:\/\//i, "").replace(/\/$/, "")}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : null}
      {isOwn ? <TextLink to="/settings">Change your profile</TextLink> : null}
    </p>
    {person.disclosure ? (
      <p className="wrap-anywhere">
        <span className="text-muted">Disclosure:</span> <span dir="auto">{person.disclosure}</span>
      </p>
    ) : null}
  </div>
);

const titleOf = (kind: string) => `${kind[0]!.toUpperCase()}${kind.slice(1)}`;

type LoadedList = Exclude<
  ReturnType<typeof useLoaderData<typeof loader>>,
  { person: null }
>["list"];

function List({ list }: { list: LoadedList }) {
  if (!list.items.length) return <EmptyState>No {list.kind} yet.</EmptyState>;
  return (
    <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {cardsOf(list).map((card) => (
        <li key={card.key} className="grid min-w-0">
          {card}
        </li>
      ))}
    </ul>
  );
}

function cardsOf(list: LoadedList): ReactElement[] {
  if (list.kind === "articles") {
    return list.items.map((article) => <ArticleCard key={article.id} article={article} />);
  }
  if (list.kind === "reviews") {
    return list.items.map((review) => <ReviewCard key={review.id} review={review} />);
  }
  return list.items.map((comment) => <CommentCard key={comment.id} comment={comment} />);
}

const Gone = () => (
  <Page className="max-w-xl">
    <PageHeader
      title="Deleted account"
      standfirst="The person with this name has deleted their account. What they chose to leave here is shown without the name."
    />
  </Page>
);

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => {
  if (!loaded?.person) return pageMeta({ matches, title: "Deleted account", hidden: true });
  const { person, isUnlisted, list } = loaded;
  const path = personPath(person.name);
  return pageMeta({
    matches,
    title: list.kind === "articles" ? person.name : `${titleOf(list.kind)} by ${person.name}`,
    description: person.about ?? `What ${person.name} has written: articles, reviews, comments.`,
    path,
    hidden: isUnlisted,
    ...(isUnlisted
      ? {}
      : {
          feeds: feedLinks(path, `Articles and reviews by ${person.name}`),
          structured: (context) => personPageData(context, person),
        }),
  });
};
