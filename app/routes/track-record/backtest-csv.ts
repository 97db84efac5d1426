import type { LoaderFunctionArgs } from "@remix-run/node";
import { readBacktestCsv } from "~/services/recommendations/record-csv.server";
import { csvResponse } from "~/utils/http/etag-response.server";

/** The momentum backtest over all available closes, as CSV with all its columns. */
export const loader = ({ request, context }: LoaderFunctionArgs): Promise<Response> =>
  csvResponse({ request, context }, "momentum-backtest.csv", readBacktestCsv);
