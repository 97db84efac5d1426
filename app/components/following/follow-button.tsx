import { SignInTrigger } from "~/components/accounts/sign-in-trigger";
import { Button, type ButtonVariant } from "~/components/ui/button";
import { RedirectField, useFormFetcher } from "~/components/ui/form";
import type { FollowedReference } from "~/schemas/following";
import { useViewer } from "~/utils/root-data";

interface FollowButtonProps {
  /** What is followed, by the name of a person and otherwise by its target. */
  followed: FollowedReference;
  isFollowed: boolean;
  /** Names it for those who cannot see where the button is, unless its labels do. */
  title?: string;
  /** What the button says if it is not followed, and if it is. */
  labels?: readonly [follow: string, unfollow: string];
  variant?: ButtonVariant;
  /** Where a native form post leads; the current page by default. */
  redirectTo?: string;
}

/** Follows something, or stops following it. Visitors are asked to sign in. */
export function FollowButton({
  followed: { kind, id },
  isFollowed,
  title,
  labels: [follow, unfollow] = ["Follow", "Following"],
  variant = "secondary",
  redirectTo,
}: FollowButtonProps) {
  const fetcher = useFormFetcher();
  const titleForReaders = title ? <span className="sr-only"> {title}</span> : null;
  if (useViewer() === null) {
    return (
      <SignInTrigger variant={variant} size="sm">
        {follow}
        {titleForReaders}
      </SignInTrigger>
    );
  }
  return (
    <fetcher.Form method="post" action="/following">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <RedirectField to={redirectTo} />
      <Button
        name="intent"
        value={isFollowed ? "unfollow" : "follow"}
        variant={variant}
        size="sm"
        aria-pressed={isFollowed}
        pending={fetcher.state !== "idle"}
      >
        {isFollowed ? unfollow : follow}
        {titleForReaders}
      </Button>
    </fetcher.Form>
  );
}
