import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { InputField } from "~/components/ui/field";
import { FormKeyField } from "~/components/ui/form";
import { Link } from "~/components/ui/link";
import { EmptyState, Pagination } from "~/components/ui/list";
import { PageHeader } from "~/components/ui/page";
import { MAX_MODERATION_NOTE_LENGTH } from "~/domain/field-limits";
import { moderationReasons } from "~/domain/moderation";
import { serializeHidden } from "~/presenters/moderation-lists";
import { CASES_PER_PAGE } from "~/domain/moderation-queue";
import { placeQuery } from "~/schemas/moderation-queue";
import { readHidden } from "~/services/moderation/lists.server";
import { requireViewer } from "~/utils/http/auth.server";
import { orErrorResponse } from "~/utils/http/error-responses.server";
import { useViewer } from "~/utils/root-data";
import { hiddenMeta } from "~/utils/seo/meta";

export { noStore as headers } from "~/utils/http/headers";

const PATH = "/moderation/hidden";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { after = null } = placeQuery.parse(
    Object.fromEntries(new URL(args.request.url).searchParams),
  );
  const page = await orErrorResponse(readHidden(viewer, { after, limit: CASES_PER_PAGE }));
  return { texts: page.items.map(serializeHidden), isFirst: !after, next: page.next };
}

type HiddenText = ReturnType<typeof serializeHidden>;

export default function Hidden() {
  const { texts, isFirst, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Hidden" standfirst="What moderators have hidden, the last first." />
      {texts.length ? (
        <ul className="max-w-reading border-t border-line">
          {texts.map((text) => (
            <li key={text.id} className="border-b border-line py-4">
              <h2 dir="auto" className="font-display text-lg font-medium wrap-anywhere">
                {text.kind === "comment" ? "On " : ""}“{text.title ?? "a removed text"}”
              </h2>
              <p className="meta-line mt-1 items-center">
                <Badge>{moderationReasons[text.reason].label}</Badge>
                <PersonLink name={text.authorName} />
                <span>
                  hidden <DateTime value={text.hiddenAt} />
                </span>
              </p>
              <details className="mt-1">
                <summary className="disclosure">The text</summary>
                <p dir="auto" className="typed-lines mt-1 wrap-anywhere">
                  {text.text}
                </p>
              </details>
              <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
                <Link to={`/moderation/decisions/${text.decisionId}`} className="text-link touch">
                  Why
                </Link>
                <Link to={text.path} className="text-link touch">
                  Read it in its place
                </Link>
              </p>
              <RestoreForm text={text} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>Nothing is hidden.</EmptyState>
      )}
      <Pagination
        label="Pages of what is hidden"
        previous={isFirst ? null : PATH}
        previousLabel="First page"
        next={next && `${PATH}?after=${next}`}
      />
    </>
  );
}

/** The note to the author, unless the moderator writes another. */
const NOTE = "I looked at it again, and it can stay.";

/** Restores a text. The form is sent to the page on which the text is decided about, which also shows any errors. */
function RestoreForm({ text }: { text: HiddenText }) {
  const decision = {
    ...{ intent: "decide", decision: "restore", reason: text.reason, rule: text.rule },
    ...(useViewer()?.isAnonymousModerator && { isAnonymous: "on" }),
  };
  return (
    <Form
      method="post"
      action={`/moderation/decide/${text.kind}/${text.id}`}
      className="mt-3 flex flex-wrap items-end gap-3"
    >
      {Object.entries(decision).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormKeyField />
      <InputField
        label="Note to its author"
        id={`note-${text.id}`}
        name="note"
        required
        defaultValue={NOTE}
        maxLength={MAX_MODERATION_NOTE_LENGTH}
        autoComplete="off"
        className="min-w-0 grow"
      />
      <Button variant="secondary">
        Restore
        <span className="sr-only">
          {" "}
          <bdi>{text.title}</bdi>
        </span>
      </Button>
    </Form>
  );
}

export const meta = hiddenMeta("Hidden · Moderation", "What moderators have hidden.", PATH);
