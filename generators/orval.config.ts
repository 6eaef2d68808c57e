// Addresses are those of the service whose document is read.
import { defineConfig } from 'orval';

export default defineConfig({
  api: {
    input: './made/openapi.json',
    output: { target: './made/orval.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
});
