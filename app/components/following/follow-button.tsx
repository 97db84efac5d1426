import { useFetcher } from "@remix-run/react";
import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button } from "~/components/ui/button";
import { RedirectField } from "~/components/ui/form";
import { useFetcherToast } from "~/components/ui/toast";
import type { FollowedReference } from "~/schemas/following";
import type { FormResult } from "~/utils/forms/form-result";
import { useViewer } from "~/utils/root-data";

interface FollowButtonProps {
  /** What is followed, by the name of a person and otherwise by its target. */
  followed: FollowedReference;
  isFollowed: boolean;
  /** Names it for those who cannot see where the button is. */
  title: string;
  /** What the button says if it is not followed, and if it is. */
  labels?: readonly [follow: string, unfollow: string];
}

/** Follows something, or stops following it. Visitors are asked to sign in. */
export function FollowButton({
  followed: { kind, id },
  isFollowed,
  title,
  labels: [follow, unfollow] = ["Follow", "Following"],
}: FollowButtonProps) {
  const fetcher = useFetcher<FormResult>();
  useFetcherToast(fetcher);
  if (useViewer() === null) {
    return (
      <SignInTrigger variant="secondary" size="sm">
        {follow}
        <span className="sr-only"> {title}</span>
      </SignInTrigger>
    );
  }
  return (
    <fetcher.Form method="post" action="/following">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <RedirectField />
      <Button
        name="intent"
        value={isFollowed ? "unfollow" : "follow"}
        variant="secondary"
        size="sm"
        aria-pressed={isFollowed}
        pending={fetcher.state !== "idle"}
      >
        {isFollowed ? unfollow : follow}
        <span className="sr-only"> {title}</span>
      </Button>
    </fetcher.Form>
  );
}
