import { useLocation } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { describeShares, sharesOf, type Share } from "~/domain/allocation";
import type { Engine } from "~/domain/engines";
import { Button } from "../ui/button";
import { FormKeyField, RedirectField, type FormFetcher } from "../ui/form";
import { engineDisplay } from "../track-record/engine-display";
import { generateIntents } from "./generate-button";

const load = () => import("../ui/dialog");
const Dialog = lazy(load);

interface PublishFormProps {
  engine: Engine;
  fetcher: FormFetcher;
  /** What the preview shows, with which the published recommendation is compared. */
  shares: readonly Share[];
  /** Whether scripts fetched the preview, so that a dialog can ask instead of a checkbox. */
  isFetched: boolean;
}

/** Publishes a recommendation after a preview and a confirmation. */
export function PublishForm({ engine, fetcher, shares, isFetched }: PublishFormProps) {
  const [isAsking, setAsking] = useState<boolean>();
  const isPending = fetcher.state !== "idle";
  const fields = <PublishFields {...{ engine, fetcher, shares }} />;
  const { pathname, search } = useLocation();
  const form = { method: "post", action: pathname + search } as const;
  return (
    <div className="mt-5 border-t border-line pt-4">
      <p className="max-w-measure text-base text-pretty">
        You may publish a recommendation. It is computed anew at that moment, so it differs from
        this preview if {engine === "momentum" ? "prices" : "texts, votes or prices"} have changed.
        It is marked as an extra and is not part of the record, and it cannot be withdrawn.
      </p>
      {isFetched ? (
        <Button
          type="button"
          className="mt-3"
          pending={isPending}
          onPointerEnter={() => void load().catch(() => {})}
          onClick={() => setAsking(true)}
        >
          Publish
        </Button>
      ) : (
        <fetcher.Form {...form} className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3">
          {fields}
          <label className="flex min-h-11 items-center gap-2.5 text-base">
            <input
              type="checkbox"
              name="confirmed"
              value="on"
              required
              className="size-5 accent-accent"
            />
            Publish it for good
          </label>
          <Button pending={isPending}>Publish</Button>
        </fetcher.Form>
      )}
      {isAsking === undefined ? null : (
        <Suspense fallback={null}>
          <Dialog
            open={isAsking}
            onClose={() => setAsking(false)}
            title={`Publish a ${engineDisplay[engine].name.toLowerCase()} recommendation?`}
          >
            <p className="text-base text-pretty">
              Everybody will see it in the list, marked “Extra, not in the record”. It stays for
              good.
            </p>
            <fetcher.Form
              {...form}
              className="mt-5 flex flex-wrap gap-3"
              onSubmit={() => setAsking(false)}
            >
              {fields}
              <input type="hidden" name="confirmed" value="on" />
              <Button pending={isPending}>Publish it for good</Button>
              <Button type="button" variant="secondary" onClick={() => setAsking(false)}>
                Cancel
              </Button>
            </fetcher.Form>
          </Dialog>
        </Suspense>
      )}
    </div>
  );
}

const PublishFields = ({
  engine,
  fetcher,
  shares,
}: Pick<PublishFormProps, "engine" | "fetcher" | "shares">) => {
  const allocation = Object.fromEntries(shares.map(({ asset, percent }) => [asset, percent]));
  return (
    <>
      <input type="hidden" name="intent" value={generateIntents[engine].generate} />
      <input type="hidden" name="previewed" value={describeShares(sharesOf(allocation))} />
      <FormKeyField answer={fetcher.data} />
      <RedirectField />
    </>
  );
};
