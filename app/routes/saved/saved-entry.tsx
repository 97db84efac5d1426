import { Form, useNavigation } from "@remix-run/react";
import { PostedForm } from "~/components/accounts/forms";
import { PersonLink } from "~/components/people/person-link";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { DateTime } from "~/components/ui/date-time";
import { TextareaField } from "~/components/ui/field";
import { ChevronDownIcon } from "~/components/ui/icons";
import { Link } from "~/components/ui/link";
import { MAX_NOTE_LENGTH, type SavedKind } from "~/domain/saved";
import type { SavedResponse } from "~/schemas/saved";
import { useResultOf } from "~/utils/forms/result-of";

const kindNames: Record<SavedKind, string> = {
  article: "Article",
  review: "Review",
  comment: "Comment",
  recommendation: "Recommendation",
};

export function SavedEntry({ entry }: { entry: SavedResponse }) {
  const { kind, id, note, savedAt, title, author, excerpt, path, createdAt } = entry;
  const result = useResultOf("note", id);
  const name = title ?? "A removed text";
  return (
    <li className="border-b border-line py-5">
      <p className="meta-line items-center gap-y-1">
        <Badge>{kindNames[kind]}</Badge>
        {createdAt ? <DateTime value={createdAt} /> : null}
        {author ? (
          <span>
            by <PersonLink name={author} />
          </span>
        ) : null}
        <span>
          saved <DateTime value={savedAt} />
        </span>
      </p>
      {path ? (
        <>
          <h2 dir="auto" className="card-title mt-2">
            <Link to={path} className="hover:underline">
              {kind === "comment" ? `On “${title}”` : title}
            </Link>
          </h2>
          <p dir="auto" className="card-text line-clamp-3">
            {excerpt}
          </p>
        </>
      ) : (
        <h2 className="mt-2 text-base text-muted">This was removed.</h2>
      )}
      {note ? (
        <p
          dir="auto"
          className="typed-lines mt-3 border-s-2 border-line ps-4 text-base wrap-anywhere"
        >
          <span className="sr-only">Your note: </span>
          {note}
        </p>
      ) : null}
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-4">
        {/* Closed again once another note is stored. */}
        <details key={note} open={result?.submission !== undefined} className="group grow">
          <summary className="disclosure">
            <ChevronDownIcon className="size-4 transition-transform group-open:rotate-180" />
            {note ? "Edit your note" : "Add a note"}
            <span dir="auto" className="sr-only">{` on ${name}`}</span>
          </summary>
          <div className="mt-2 mb-3">
            <NoteForm kind={kind} id={id} note={note} />
          </div>
        </details>
        <RemoveForm kind={kind} id={id} name={name} />
      </div>
    </li>
  );
}

interface NoteFormProps {
  kind: SavedKind;
  id: string;
  note: string | null;
}

export const NoteForm = ({ kind, id, note }: NoteFormProps) => (
  <PostedForm<"note">
    intent="note"
    item={id}
    defaultValue={{ note }}
    label="Save the note"
    pendingLabel="Saving…"
  >
    {(fields) => (
      <>
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="id" value={id} />
        <TextareaField label="Your note" field={fields.note} limit={MAX_NOTE_LENGTH} />
      </>
    )}
  </PostedForm>
);

interface RemoveFormProps {
  kind: SavedKind;
  id: string;
  name: string;
}

function RemoveForm({ kind, id, name }: RemoveFormProps) {
  const { formData } = useNavigation();
  const isPending = formData?.get("intent") === "unsave" && formData.get("id") === id;
  return (
    <Form method="post" preventScrollReset className="mt-1 pointer-coarse:mt-0">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={id} />
      <Button
        name="intent"
        value="unsave"
        variant="quiet"
        size="sm"
        pending={isPending}
        aria-label={`Remove: ${name}`}
      >
        Remove
      </Button>
    </Form>
  );
}
