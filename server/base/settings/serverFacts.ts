/** What this server tells every page (`src/model/serverFacts.ts`). THICKET_HELP, THICKET_SOURCE, THICKET_SHOP and THICKET_CONTACT are what whoever runs it may set. */

import manifest from '../../../package.json' with { type: 'json' }
import { isEmail } from '../../../src/model/rules/projects/email.ts'
import { everyFeature, type Facts, type Feature } from '../../../src/model/serverFacts.ts'

/** The guide inside the page, unless THICKET_HELP names another help. */
export const helpPath = '#/guide'

/** Where the server gives away its own source, unless THICKET_SOURCE names a place: beside the page. */
export const sourcePath = 'source.zip'

export function facts(
  host: {
    can(feature: Feature): boolean
    payment?: { told: NonNullable<Facts['payment']> }
    transcriptions?: { abilities: NonNullable<Facts['speech']> }
    accounts?: { sso: { told: NonNullable<Facts['sso']> } }
  },
  env: NodeJS.ProcessEnv = process.env,
): Facts {
  const shop = webAddress(env.THICKET_SHOP)
  const sso = host.accounts?.sso.told ?? []
  const contact = env.THICKET_CONTACT
  return {
    features: everyFeature.filter((feature) => host.can(feature)),
    version: manifest.version,
    help: webAddress(env.THICKET_HELP) ?? helpPath,
    source: webAddress(env.THICKET_SOURCE) ?? sourcePath,
    ...(sso.length > 0 && { sso }),
    ...(host.payment && { payment: host.payment.told }),
    ...(host.transcriptions && { speech: host.transcriptions.abilities }),
    ...(shop && { shop }),
    ...(contact && isEmail(contact) && { contact }),
  }
}

/** Which of them are set, and no addresses of the web. */
export const wrongLinks = (env: NodeJS.ProcessEnv): string[] =>
  ['THICKET_HELP', 'THICKET_SOURCE', 'THICKET_SHOP'].filter((name) => env[name] && webAddress(env[name]) === null)

/** Whether what is set as the contact is no email. */
export const isWrongContact = ({ THICKET_CONTACT: contact }: NodeJS.ProcessEnv): boolean =>
  Boolean(contact) && !isEmail(contact ?? '')

/** An address for a link: of the web, or it is none. */
function webAddress(text: string | undefined): string | null {
  const url = text && URL.canParse(text) ? new URL(text) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
