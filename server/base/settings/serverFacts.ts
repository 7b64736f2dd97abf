/** What this server tells every page (`src/model/serverFacts.ts`). THICKET_HELP and THICKET_SOURCE are addresses that whoever runs it may set. */

import manifest from '../../../package.json' with { type: 'json' }
import { everyFeature, type Facts, type Feature } from '../../../src/model/serverFacts.ts'

/** The guide inside the page, unless THICKET_HELP names another help. */
export const helpPath = '#/guide'

/** Where the server gives away its own source, unless THICKET_SOURCE names a place: beside the page. */
export const sourcePath = 'source.zip'

export function facts(host: { can(feature: Feature): boolean }, env: NodeJS.ProcessEnv = process.env): Facts {
  return {
    features: everyFeature.filter((feature) => host.can(feature)),
    version: manifest.version,
    help: webAddress(env.THICKET_HELP) ?? helpPath,
    source: webAddress(env.THICKET_SOURCE) ?? sourcePath,
  }
}

/** Which of the two are set, and no addresses of the web. */
export const wrongLinks = (env: NodeJS.ProcessEnv): string[] =>
  ['THICKET_HELP', 'THICKET_SOURCE'].filter((name) => env[name] && webAddress(env[name]) === null)

/** An address for a link: of the web, or it is none. */
function webAddress(text: string | undefined): string | null {
  const url = text && URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
