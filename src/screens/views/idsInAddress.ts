/** The ids of sources and quirks in an address. */

/** The source that an address asks for; null where it asks for none. */
export const activeSource = (search: string): number | null => idOf(new URLSearchParams(search).get('activeSource'))

/** The quirk that an address asks for; null where it asks for none. */
export const askedQuirk = (search: string): number | null => idOf(new URLSearchParams(search).get('quirkId'))

/** An id as it stands in an address; null where that is none. */
export function idOf(text: string | null | undefined): number | null {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** A part of a query. */
export const asked = (name: string, value: string): string => `${name}=${encodeURIComponent(value)}`
