/** What the server tells the page with the document: what it can do, and where help and source lie. Not secret, the same for everybody. */

import type { SpeechAbilities } from './transcript.ts'

/** What a host may be able to do; whoever needs one asks `can`, and nobody asks which host it is. `mobile`: the layout for phones;
 * `registration`: anybody may make an account, else those who are invited; `activation`: a trial until it is activated (2 §4); `mail`: mails are sent, else they stay with whoever runs the server; `fileDialogs`: those of the system. */
export type Feature =
  | 'localFiles'
  | 'fileDialogs'
  | 'sharing'
  | 'accounts'
  | 'registration'
  | 'mobile'
  | 'activation'
  | 'mail'
export const everyFeature: readonly Feature[] = [
  'localFiles',
  'fileDialogs',
  'sharing',
  'accounts',
  'registration',
  'mobile',
  'activation',
  'mail',
]

export interface Facts {
  features: readonly Feature[]
  version: string
  /** Addresses. Of the help: the program's own where none is configured. */
  help: string
  /** Of the source of the program that is running (AGPL, section 13). */
  source: string
  /** Whom people ask who want something of whoever runs the server: an email. */
  contact?: string
  /** Where licences for desktops are sold. */
  shop?: string
  /** Providers that people sign in with; `only`: the screen shows no fields for a password. */
  sso?: readonly { id: string; name: string; only: boolean }[]
  /** Where accounts are paid for: the sectors that there are prices for, whether transcription is sold, and the publishable key of Stripe. */
  payment?: { sectors: readonly string[]; transcription: boolean; key: string }
  /** Where the server makes texts of recordings: what its engine can do. */
  speech?: SpeechAbilities
}

/** The name of the `meta` that holds them as JSON. */
export const factsMeta = 'thicket-facts'
