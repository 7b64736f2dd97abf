/** Writes the published descriptions anew: `node server/api/publish.ts`. A test says when that is due. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printSchema } from 'graphql'
import { wireSchema } from '../reading/wireSchema.ts'
import { openApi } from './openapi.ts'

export const published = (): Record<string, string> => ({
  'openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`,
  'schema.graphql': `${printSchema(wireSchema())}\n`,
})

if (import.meta.main)
  for (const [name, text] of Object.entries(published())) writeFileSync(join(import.meta.dirname, name), text)
