import { PostedForm } from "~/components/accounts/forms";
import type { DecisionKind } from "~/domain/moderation";
import { useViewer } from "~/utils/root-data";
import { DecisionFields, type DecisionFieldName } from "./decision-fields";

interface DecisionFormProps {
  decisions: readonly DecisionKind[];
  categories: readonly { value: string; label: string }[];
  links: readonly string[];
  /** The revision of the case as it is shown. */
  revision: number;
}

/** The form of a decision about one text or person. */
export const DecisionForm = ({ revision, ...choices }: DecisionFormProps) => (
  <PostedForm<DecisionFieldName>
    intent="decide"
    defaultValue={{ isAnonymous: useViewer()?.isAnonymousModerator ? "on" : "" }}
    label="Decide"
    pendingLabel="Deciding…"
    leavesPage
  >
    {(fields) => (
      <>
        <input type="hidden" name="revision" value={revision} />
        <DecisionFields fields={fields} {...choices} />
      </>
    )}
  </PostedForm>
);
