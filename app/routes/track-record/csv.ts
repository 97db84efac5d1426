import type { LoaderFunctionArgs } from "@remix-run/node";
import { engineAt } from "~/components/track-record/engine-display";
import { readRecordCsv } from "~/services/recommendations/record-csv.server";
import { csvResponse } from "~/utils/http/etag-response.server";

/** An engine's track record, as CSV with all its columns. */
export const loader = ({ request, context }: LoaderFunctionArgs): Promise<Response> => {
  const engine = engineAt(new URL(request.url).pathname);
  return csvResponse({ request, context }, `${engine}-track-record.csv`, () =>
    readRecordCsv(engine),
  );
};
