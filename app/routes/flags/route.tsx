import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OwnPage } from "~/components/frame/own-page";
import { flagOutcome } from "~/components/moderation/flag-outcome";
import { WithdrawFlag } from "~/components/moderation/withdraw-flag";
import { Badge } from "~/components/ui/badge";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert } from "~/components/ui/form";
import { TextLink } from "~/components/ui/link";
import { EmptyState, Pagination } from "~/components/ui/list";
import { PAGE_SIZE } from "~/domain/field-limits";
import { moderationReasons } from "~/domain/moderation";
import { serializeFlag } from "~/presenters/flags";
import { flagsQuery, withdrawFlagIntent, type FlagResponse } from "~/schemas/flags";
import { listOwnFlags, withdrawFlag } from "~/services/moderation/flags.server";
import { resolveTarget } from "~/services/moderation/targets.server";
import { formAction } from "~/utils/forms/form-action.server";
import { formClientAction } from "~/utils/forms/offline-fallback";
import { useResultOf } from "~/utils/forms/result-of";
import { requireViewerOrForm } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { hiddenMeta } from "~/utils/seo/meta";

export { keepPageWhenSignedOut as shouldRevalidate } from "~/utils/forms/offline-fallback";
export { noStore as headers } from "~/utils/http/headers";
export { GeneralErrorBoundary as ErrorBoundary } from "~/components/error-boundary";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewerOrForm(args);
  const { after } = flagsQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const page = viewer
    ? await orErrorResponse(listOwnFlags(viewer, { after, limit: PAGE_SIZE }))
    : { items: [], next: null };
  return { isFirst: !after, next: page.next, flags: page.items.map(serializeFlag) };
}

export const action = formAction({
  schema: withdrawFlagIntent,
  forms: {
    withdrawFlag: {
      isButton: true,
      page: "/flags",
      handle: async ({ kind, id }, { viewer }) =>
        withdrawFlag(viewer, await resolveTarget(kind, id)),
    },
  },
});
export const clientAction = formClientAction("withdrawFlag");

export default function Flags() {
  const { flags, isFirst, next } = useLoaderData<typeof loader>();
  const result = useResultOf("withdrawFlag");
  return (
    <OwnPage
      title="Flags"
      standfirst="What you have flagged, and what became of it. Only you and the moderators can see it."
    >
      <FormAlert className="mb-6">{result?.formError?.message}</FormAlert>
      {flags.length ? (
        <ul className="border-t border-line">
          {flags.map((flag) => (
            <FlagEntry key={`${flag.kind} ${flag.id}`} flag={flag} />
          ))}
        </ul>
      ) : (
        <EmptyState>
          {isFirst
            ? "You have flagged nothing. Texts and the pages of people have a link for it."
            : "There is nothing here."}
        </EmptyState>
      )}
      <Pagination
        label="Pages of what you have flagged"
        previous={isFirst ? null : "/flags"}
        previousLabel="First page"
        next={next && `/flags?after=${next}`}
        nextLabel="Earlier"
      />
    </OwnPage>
  );
}

function FlagEntry({ flag }: { flag: FlagResponse }) {
  const { kind, id, reason, words, at, title, path, state } = flag;
  const name = title ?? `${kind === "article" ? "An" : "A"} ${kind} that is hidden or was removed`;
  return (
    <li className="grid gap-2 border-b border-line py-4">
      <p className="text-base wrap-anywhere">
        {path ? (
          <TextLink to={path}>
            <span dir="auto">{name}</span>
          </TextLink>
        ) : (
          name
        )}
      </p>
      <p className="meta-line">
        <Badge>{kind}</Badge>
        <span>{moderationReasons[reason].label}</span>
        <DateTime value={at} />
      </p>
      {words === null ? null : (
        <p dir="auto" className="text-sm whitespace-pre-line text-muted wrap-anywhere">
          {words}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">{flagOutcome(flag)}</p>
        {state === "open" && path ? <WithdrawFlag kind={kind} id={id} title={name} /> : null}
      </div>
    </li>
  );
}

export const meta = hiddenMeta("Flags", "What you have flagged.", "/flags");
