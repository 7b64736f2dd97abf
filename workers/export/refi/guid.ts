/**
 * Identities of what a project holds: UUIDs of version 8 (RFC 9562) that say project, kind and id, so that they stay the same from one
 * export to the next and two projects never share one.
 */

/** What has one. The place in this list is part of the identity: new kinds come last. */
const kinds = [
  'quirk',
  'group',
  'property',
  'source',
  'answer',
  'highlight',
  'memo',
  'question',
  'highlightSelection',
  'memoSelection',
  'vertex',
  'canvas',
  'case',
  'transcript',
  'syncPoint',
] as const
export type Kind = (typeof kinds)[number]

export interface Guids {
  of(kind: Kind, id: number): string
  /** Of the person who is called so in this project. */
  person(name: string): Promise<string>
}

/** `project`: what no other project has. */
export async function guids(project: string): Promise<Guids> {
  const first = (await hash(project)).slice(0, 12)
  const heads = new Map<Kind, string>(
    kinds.map((kind, place) => [kind, `${first.slice(0, 8)}-${first.slice(8)}-8${hex(place + 1, 3)}-8`]),
  )
  return {
    of(kind, id) {
      const digits = hex(id, 15)
      return `${heads.get(kind)}${digits.slice(0, 3)}-${digits.slice(3)}`
    },
    async person(name) {
      const all = await hash(`${project}\0${name}`)
      return `${first.slice(0, 8)}-${first.slice(8)}-8000-8${all.slice(0, 3)}-${all.slice(3, 15)}`
    },
  }
}

const hex = (number: number, digits: number): string =>
  (number < 0 ? BigInt.asUintN(60, BigInt(number)) : number).toString(16).padStart(digits, '0')

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => hex(byte, 2)).join('')
}
