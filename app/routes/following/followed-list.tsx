import { PostedForm } from "~/components/accounts/forms";
import { FollowButton } from "~/components/following/follow-button";
import { DateTime } from "~/components/ui/date-time";
import { SelectField } from "~/components/ui/field";
import { Link } from "~/components/ui/link";
import { EmptyState } from "~/components/ui/list";
import type { FollowedKind } from "~/domain/following";
import type { FollowedResponse } from "~/schemas/following";

interface FollowedListProps {
  kind: FollowedKind;
  followed: readonly (FollowedResponse & { to: string | null })[];
}

const empty: Record<FollowedKind, string> = {
  person: "You follow nobody yet. The page of each person has a button for it.",
  hub: "You follow no hub yet. Each hub has a button for it.",
  category: "You follow no category yet. Each category has a button for it.",
  asset: "You follow no asset yet.",
  thread:
    "You follow no discussion yet. You follow a thread once you write in it; articles, reviews and threads have a button for it.",
};

/** What the viewer follows of one kind, each with a button to stop following it. */
export function FollowedList({ kind, followed }: FollowedListProps) {
  if (!followed.length) return <EmptyState>{empty[kind]}</EmptyState>;
  return (
    <ul className="divide-y divide-line border-b border-line">
      {followed.map(({ id, title, to, byWriting, createdAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <h3 dir="auto" className="card-title">
              {to === null ? (
                title
              ) : (
                <Link to={to} className="hover:underline">
                  {title}
                </Link>
              )}
            </h3>
            <p className="meta-line mt-1">
              <span>
                since <DateTime value={createdAt} />
              </span>
              {byWriting ? <span>because you wrote in it</span> : null}
            </p>
          </div>
          <FollowButton
            followed={{ kind, id }}
            title={title}
            isFollowed
            labels={["Follow", kind === "thread" ? "Leave" : "Unfollow"]}
          />
        </li>
      ))}
    </ul>
  );
}

interface FollowAssetProps {
  assets: readonly { symbol: string; name: string }[];
}

/** Follows an asset, since assets have no pages with a button. */
export const FollowAsset = ({ assets }: FollowAssetProps) => (
  <div className="mb-6">
    <PostedForm<"id"> intent="follow" label="Follow" pendingLabel="Following…">
      {({ id }) => (
        <>
          <input type="hidden" name="kind" value="asset" />
          <SelectField
            label="Follow an asset"
            field={id}
            options={assets.map(({ symbol, name }) => ({
              value: symbol,
              label: `${name} (${symbol})`,
            }))}
          />
        </>
      )}
    </PostedForm>
  </div>
);
