import type { LoaderFunctionArgs } from "@remix-run/node";
import { readBacktestCsv } from "~/services/recommendations/record-csv.server";
import { csvResponse } from "~/utils/http/csv-response.server";

/** The backtest of momentum over the closes at hand, with all its columns. */
export const loader = ({ request, context }: LoaderFunctionArgs): Promise<Response> =>
  csvResponse({ request, context }, "momentum-backtest.csv", readBacktestCsv);
