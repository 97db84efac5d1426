import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OwnPage } from "~/components/frame/own-page";
import { River } from "~/components/following/river";
import { NewCount } from "~/components/readings/visit";
import { FormAlert } from "~/components/ui/form";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { followedKinds, MAX_FOLLOWED, type FollowedKind } from "~/domain/following";
import { allTokens } from "~/domain/tokens";
import { serializeRiverEntry } from "~/presenters/following";
import { followingIntent, followingPageQuery } from "~/schemas/following";
import { readFollowed } from "~/services/following/followed-list.server";
import { follow, unfollow } from "~/services/following/following.server";
import {
  endFeedAddress,
  readFeedDate,
  renewFeedAddress,
} from "~/services/following/feed-address.server";
import { readRiver } from "~/services/following/river.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { readRiverVisit } from "~/utils/readings.server";
import { hiddenMeta } from "~/utils/seo/meta";
import { FollowingFeed } from "./following-feed";
import { FollowAsset, FollowedList } from "./followed-list";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const PATH = "/following";
const ENTRIES_PER_PAGE = 25;
const FOLLOWED_PER_PAGE = 50;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const { searchParams } = new URL(args.request.url);
  const { show, after = null } = followingPageQuery.parse(Object.fromEntries(searchParams));
  const place = { show: show ?? null, isFirstPage: !after };
  const nothing = {
    ...place,
    ...{ entries: [], followed: [], assets: [], visit: null, next: null, feedDate: null },
  };
  if (!viewer) return nothing;
  if (!show) {
    const [river, feedDate] = await orErrorResponse(
      Promise.all([readRiver(viewer, { after, limit: ENTRIES_PER_PAGE }), readFeedDate(viewer)]),
    );
    const entries = river.items.map(serializeRiverEntry);
    const visit = await readRiverVisit(args, { items: entries, after, next: river.next });
    const shown = { entries, visit, next: river.next };
    return { ...nothing, ...shown, feedDate: feedDate?.toISOString() ?? null };
  }
  const list = { kind: show, after, limit: FOLLOWED_PER_PAGE };
  const { items, next } = await orErrorResponse(readFollowed(viewer, list));
  const followed = items.map((item) => ({ ...item, createdAt: item.createdAt.toISOString() }));
  const assets = show === "asset" ? allTokens().map(({ symbol, name }) => ({ symbol, name })) : [];
  return { ...nothing, followed, assets, next };
}

/** Back to the list that was shown. */
const shownList = ({ request }: ActionFunctionArgs) => PATH + new URL(request.url).search;

export const action = formAction({
  schema: followingIntent,
  forms: {
    follow: {
      isButton: true,
      page: shownList,
      handle: ({ kind, id }, { viewer }) => follow(viewer, { kind, id }),
    },
    unfollow: {
      isButton: true,
      page: shownList,
      handle: ({ kind, id }, { viewer }) => unfollow(viewer, { kind, id }),
    },
    renewFeed: {
      answersSecret: true,
      page: PATH,
      handle: async (_input, { viewer }) => ({ secret: await renewFeedAddress(viewer) }),
    },
    endFeed: {
      isButton: true,
      page: PATH,
      handle: (_input, { viewer }) => endFeedAddress(viewer),
    },
  },
});
export const clientAction = formClientAction("follow");

const titles: Record<FollowedKind, string> = {
  person: "People",
  hub: "Hubs",
  category: "Categories",
  asset: "Assets",
  thread: "Discussions",
};

const addressOf = (show: FollowedKind | null, after?: string | null) => {
  const query = new URLSearchParams({ ...(show && { show }), ...(after && { after }) });
  return query.size ? `${PATH}?${query}` : PATH;
};

export default function FollowingPage() {
  const page = useLoaderData<typeof loader>();
  const { show, isFirstPage, entries, followed, assets, visit, next, feedDate } = page;
  const results = [useResultOf("follow"), useResultOf("unfollow")];
  // The form on the list of assets shows its errors itself.
  const [result] = results.filter((one) => one?.formError && show !== "asset");
  const tabs = [
    { to: PATH, label: "What is new", current: show === null },
    ...followedKinds.map((kind) => ({
      to: addressOf(kind),
      label: titles[kind],
      current: show === kind,
    })),
  ];
  const title = show ? titles[show] : "What is new";
  return (
    <OwnPage
      title="Following"
      standfirst={`What those whom you follow write, and what is new in hubs, categories and discussions and on assets. Nobody else sees whom or what you follow. You can follow up to ${MAX_FOLLOWED.toLocaleString("en")}.`}
    >
      <FormAlert className="mb-6">{result?.formError?.message}</FormAlert>
      <TabLinks label="What to show" tabs={tabs} className="mb-6" />
      <section aria-labelledby="list-heading">
        <h2 id="list-heading" className="sr-only">
          {title}
        </h2>
        {show === "asset" ? <FollowAsset assets={assets} /> : null}
        {show ? (
          <FollowedList kind={show} followed={followed} />
        ) : entries.length ? (
          <>
            <NewCount visit={visit} />
            <River entries={entries} visit={visit} />
          </>
        ) : (
          <NothingNew isFirstPage={isFirstPage} hasNext={next !== null} />
        )}
        <Pagination
          label={`Pages: ${title}`}
          previous={isFirstPage ? null : addressOf(show)}
          previousLabel={show ? "First page" : "Newest"}
          next={next && addressOf(show, next)}
          nextLabel={show ? "Next" : "Older"}
        />
      </section>
      {show ? null : <FollowingFeed date={feedDate} />}
    </OwnPage>
  );
}

function NothingNew({ isFirstPage, hasNext }: { isFirstPage: boolean; hasNext: boolean }) {
  if (!isFirstPage || hasNext) return <p className="mt-6 text-muted">There is nothing here.</p>;
  return (
    <EmptyState action={<ButtonLink to="/community">Go to the articles</ButtonLink>}>
      Nothing yet. People, hubs, categories and discussions have a button to follow them. Assets are
      followed here.
    </EmptyState>
  );
}

export const meta = hiddenMeta("Following", "What those whom you follow have written.", PATH);
