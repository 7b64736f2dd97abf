/** What the server has told this page: see `src/model/serverFacts.ts`. */
import { type Facts, type Feature, factsMeta } from '../../model/serverFacts.ts'

/** A page that no server of ours has given out, as in tests of parts, can nothing. */
const unknown: Facts = { features: [], version: '', help: '', source: '' }

function read(): Facts {
  const text = document.querySelector<HTMLMetaElement>(`meta[name="${factsMeta}"]`)?.content
  try {
    return text ? { ...unknown, ...(JSON.parse(text) as Partial<Facts>) } : unknown
  } catch {
    return unknown
  }
}

let known: Facts | undefined

export function facts(): Facts {
  known ??= read()
  return known
}

/** Whether the server that gave this page can do something. */
export const can = (feature: Feature): boolean => facts().features.includes(feature)
