import { ButtonForm, PostedForm } from "~/components/accounts/forms";
import { DateTime } from "~/components/ui/date-time";
import { FormAlert } from "~/components/ui/form";
import { Section } from "~/components/ui/page";
import { feedFormats } from "~/config/feeds";
import { feedKinds, feedPath } from "~/utils/feeds/feed-links";
import { useResultOf } from "~/utils/forms/result-of";
import { useRootData } from "~/utils/root-data";

/** The forms that make and end the secret address of the viewer's feed. @param date when it was made */
export function FollowingFeed({ date }: { date: string | null }) {
  const secret = useResultOf("renewFeed")?.secret;
  return (
    <Section
      id="feed"
      title="Your feed"
      standfirst="For a feed reader: the same as above, under an address that only you know. Whoever has it can read what you follow, so give it to nobody. Only a hash of it is stored, and it is shown once."
    >
      {secret ? (
        <NewAddress secret={secret} />
      ) : date ? (
        <p className="mb-5">
          Your feed has an address, made on <DateTime value={date} withTime />. A new one ends it at
          once.
        </p>
      ) : null}
      <FormAlert className="mb-4">{useResultOf("endFeed")?.formError?.message}</FormAlert>
      <div className="flex flex-wrap items-start gap-3">
        <PostedForm
          intent="renewFeed"
          label={date ? "Make a new address" : "Make an address"}
          pendingLabel="Making…"
        >
          {() => null}
        </PostedForm>
        {date ? (
          <ButtonForm
            intent="endFeed"
            label="End the address"
            pendingLabel="Ending…"
            variant="danger"
            staysOnPage
          />
        ) : null}
      </div>
    </Section>
  );
}

function NewAddress({ secret }: { secret: string }) {
  const { origin } = useRootData();
  return (
    <div role="status" className="mb-5 rounded border border-positive bg-positive-wash px-5 py-4">
      <p className="font-medium">
        These are the addresses of your feed, one for each format. Copy one now: they are not shown
        again.
      </p>
      <dl className="mt-2 grid gap-2">
        {feedFormats.map((format) => (
          <div key={format}>
            <dt className="text-sm text-muted">{feedKinds[format].label}</dt>
            <dd className="font-mono text-sm break-all select-all">
              {origin}
              {feedPath(`/following/${secret}`, format)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
