import type { JsonSchema } from "./schemas.server";

export interface Reference {
  $ref: string;
  description?: string;
}

export interface ApiResponse {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, { schema?: JsonSchema; example?: unknown }>;
}
