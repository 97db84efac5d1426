import { environment, type Environment } from "~/config/env.server";
import { coinbase } from "./coinbase.server";
import { kraken } from "./kraken.server";
import type { PriceProvider } from "./provider.server";

type Addresses = Pick<Environment, "PRICE_PROVIDERS" | "COINBASE_URL" | "KRAKEN_URL">;

/** @returns the configured price providers, in order of preference */
export function configuredProviders(settings: Addresses = environment()): PriceProvider[] {
  const available = {
    coinbase: coinbase(settings.COINBASE_URL),
    kraken: kraken(settings.KRAKEN_URL),
  };
  return settings.PRICE_PROVIDERS.map((name) => available[name]);
}
