/**
 * What may be set of local mode: by the environment, or by `settings.json` in the folder of the configuration. Whoever hands Thicket on sets
 * where it is activated; where nothing is set, there is nothing to activate.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { isPublicKey } from '../signedAnswer.ts'
import { givenSettings } from './givenSettings.ts'
import { isLoopback } from './secureAddress.ts'

export interface ActivationSettings {
  /** Address that is sent `{ key, type }`. */
  endpoint: string
  /** Of who signs its answers: an Ed25519 key, 32 bytes, base64url. */
  publicKey: string
}

const shape = z
  .strictObject({
    /** The address of the endpoint. A key goes there: over TLS, or within this machine. */
    activation: z
      .url({ protocol: /^https?$/ })
      .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'expected an address without query, fragment and password')
      .refine(isSafe, 'expected https:// (http:// within this machine alone)')
      .optional(),
    /** Of who signs its answers. */
    activationKey: z
      .string()
      .refine(isPublicKey, 'expected an Ed25519 public key of 43 letters, as "thicket admin activation" prints it')
      .optional(),
  })
  .superRefine(({ activation, activationKey }, context) => {
    if ((activation === undefined) === (activationKey === undefined)) return
    const missing = activation === undefined ? 'activation' : 'activationKey'
    context.addIssue({ code: 'custom', path: [missing], message: 'is missing: endpoint and key go together' })
  })

/** They are nothing to a server of many people. */
export const localVariables = { activation: 'THICKET_ACTIVATION', activationKey: 'THICKET_ACTIVATION_KEY' } as const

/** `folder`: of the configuration. null: nothing is to be activated. Throws Error with one line for each setting that is wrong. */
export function readLocalSettings(folder: string, env: NodeJS.ProcessEnv = process.env): ActivationSettings | null {
  const { activation, activationKey } = givenSettings({
    shape,
    variables: localVariables,
    file: join(folder, 'settings.json'),
    env,
  })
  return activation !== undefined && activationKey !== undefined
    ? { endpoint: activation, publicKey: activationKey }
    : null
}

function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}
