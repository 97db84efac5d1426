import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { clsx } from "clsx";
import { OwnPage } from "~/components/frame/own-page";
import { Button, ButtonLink } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert, FormKeyField } from "~/components/ui/form";
import { EmptyState, Pagination, TabLinks } from "~/components/ui/list";
import { Link, TextLink } from "~/components/ui/link";
import { NOTICE_DAYS } from "~/domain/notices";
import { serializeNotice } from "~/presenters/notices";
import { markReadIntent, noticesPageQuery, type NoticeResponse } from "~/schemas/notices";
import { markRead, markShown, readNotices } from "~/services/notices/notices.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { isPageView } from "~/utils/http/request-client.server";
import { useRootData } from "~/utils/root-data";
import { hiddenMeta } from "~/utils/seo/meta";

export { skipRevalidationWhenOffline as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

const NOTICES_PER_PAGE = 25;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { unread, ...place } = noticesPageQuery.parse(
    Object.fromEntries(new URL(args.request.url).searchParams),
  );
  const isUnread = unread === "true";
  const list = { ...place, isUnread, limit: NOTICES_PER_PAGE };
  const { items, ...page } = await orErrorResponse(readNotices(viewer, list));
  // Not by a prefetch. Those that this page shows as new are not new on the next page.
  if (isPageView(args.request)) await orErrorResponse(markShown(viewer, items));
  return { notices: items.map((notice) => serializeNotice(notice)), ...page, isUnread };
}

export const action = formAction({
  schema: markReadIntent,
  forms: {
    markRead: {
      isButton: true,
      page: "/notices",
      async handle({ until }, { viewer }) {
        await markRead(viewer, until);
        return {};
      },
    },
  },
});
export const clientAction = formClientAction("markRead");

export default function Notices() {
  const { notices, isUnread, next, previous } = useLoaderData<typeof loader>();
  const { unreadNotices } = useRootData();
  const isPending = useNavigation().formData?.get("intent") === "markRead";
  const error = useResultOf("markRead")?.formError?.message;
  const pagePath = (place: Record<string, string>) =>
    `/notices?${new URLSearchParams({ ...(isUnread && { unread: "true" }), ...place })}`;
  return (
    <OwnPage
      title="Notices"
      standfirst={
        <>
          What others did with your texts, and what is new in what you follow. Notices are deleted{" "}
          {NOTICE_DAYS} days after their last news.{" "}
          <TextLink to="/settings/notifications">Choose what is mailed to you</TextLink>.
        </>
      }
    >
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <TabLinks
          label="Notices"
          tabs={[
            { to: "/notices", label: "All", current: !isUnread },
            { to: "/notices?unread=true", label: "Unread", current: isUnread },
          ]}
        />
        {notices[0] && unreadNotices > 0 ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="markRead" />
            {/* What has arrived since stays unread. */}
            <input type="hidden" name="until" value={notices[0].at} />
            <FormKeyField />
            <Button size="sm" variant="secondary" pending={isPending}>
              Mark all read
            </Button>
          </Form>
        ) : null}
      </div>
      <FormAlert className="mb-6">{error}</FormAlert>
      {notices.length ? (
        <ul className="grid">
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} />
          ))}
        </ul>
      ) : (
        <EmptyState action={<ButtonLink to="/community">Go to the articles</ButtonLink>}>
          {isUnread
            ? "You have read all of your notices."
            : "Nobody has answered you yet. You are told here when somebody answers, names or upvotes you, and when there is something new in what you follow."}
        </EmptyState>
      )}
      <Pagination
        previous={previous && pagePath({ before: previous })}
        next={next && pagePath({ after: next })}
        previousLabel="Newer"
        nextLabel="Older"
        label="Pages of notices"
      />
    </OwnPage>
  );
}

function NoticeItem({ notice: { text, path, at, readAt } }: { notice: NoticeResponse }) {
  const isNew = readAt === null;
  return (
    <li className="flex gap-3 border-b border-line pt-1 pb-3">
      <span
        aria-hidden="true"
        className={clsx("mt-5 size-2 shrink-0 rounded-full", isNew && "bg-accent")}
      />
      <div className="min-w-0">
        <Link
          to={path}
          dir="auto"
          className={clsx(
            "block pt-3 pb-1.5 wrap-anywhere hover:underline",
            isNew && "font-medium",
          )}
        >
          {isNew ? <span className="sr-only">New: </span> : null}
          {text}
        </Link>
        <p className="meta-line">
          <DateTime value={at} withTime />
        </p>
      </div>
    </li>
  );
}

export const meta = hiddenMeta(
  "Notices",
  "What others did with your texts, and what is new in what you follow.",
  "/notices",
);
